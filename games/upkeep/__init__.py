"""What a running site does by itself. Whoever adds to it writes the `upkeep.py` of a capability."""
