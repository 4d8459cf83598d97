"""A workshop while it is open in this process: who is in it, and what they are told."""
