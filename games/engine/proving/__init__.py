"""The proof that whoever begins wins a large board: finding it, keeping it, and doubting it."""
