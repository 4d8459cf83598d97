"""Pictures of games, positions and puzzles, which other sites show beside a link."""
