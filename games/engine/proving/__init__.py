"""The proof that who begins wins a large board: finding it, keeping it, and doubting it."""
