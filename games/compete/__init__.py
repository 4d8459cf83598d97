"""Competing: ratings, rounds, tournaments, their tables, and fair play."""
