"""How fair a board's first marks are: first cells, openings that are even, and their proofs."""
