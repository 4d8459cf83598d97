"""What the server processes know of each other."""
