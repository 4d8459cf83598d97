"""The searches behind the players: readable ones, and the doors of the compiled ones."""
