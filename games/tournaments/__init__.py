"""Capability: tournaments, arenas and round robins."""
