"""Measures of the computer players: `make bench NAME=engine`, or `python -m bench.engine PART…`."""
