"""Capability: tournaments, whose pairings are rounds."""
