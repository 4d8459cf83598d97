"""What moves and games were worth: analyses, labels, grades."""
