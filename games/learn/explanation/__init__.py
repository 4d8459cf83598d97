"""How the computer thinks about a position, step by step."""
