"""Arenas: whoever is free is paired with somebody who stands near, until the time is up."""
