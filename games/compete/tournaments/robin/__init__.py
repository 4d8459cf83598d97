"""Round robins: each plays a round with each."""
