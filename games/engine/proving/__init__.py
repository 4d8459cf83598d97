"""The proof that whoever begins wins a large board: to find it, store it, check it and walk it."""
