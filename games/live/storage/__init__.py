"""How a game in memory reaches the database, and comes from there."""
