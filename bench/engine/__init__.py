"""Measures of the computer players: `make bench-engine`, or `python -m bench.engine PART…`."""
