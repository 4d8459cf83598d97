"""Bots, and the tokens by which their programs sign in."""
