"""Playing: the lobby, games, chat, games to watch, and what waits for a player."""
