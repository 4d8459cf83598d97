"""Arenas: whoever is free is paired with somebody who stands alike, until the time is up."""
