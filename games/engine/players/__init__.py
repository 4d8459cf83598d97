"""The computer players by name, and the levels that people choose from."""
