"""Tables of what people learn with: puzzles, duels, streaks, mistakes and lessons."""
