"""Measures of the live game's server, compared with other game servers in the same run."""
