"""Tournaments, whose pairings are rounds."""
