"""Rounds: two games from one opening, with the seats changed."""
