"""Channel layers: how the processes of the site tell each other what happens."""
