"""Codes of workshops and tournaments, and the page on which they are entered."""
