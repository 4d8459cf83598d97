"""Measures of the live game's server, beside other game servers in the same run."""
