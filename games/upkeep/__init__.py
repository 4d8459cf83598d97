"""What a running site does by itself. New work belongs in the `upkeep.py` of its capability."""
