"""Fair play: numbers that may show that somebody does not play fair. Staff decide."""
