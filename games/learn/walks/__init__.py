"""Walks through stored proofs: a visitor plays O, and X wins by the proof."""
