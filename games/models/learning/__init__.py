"""Tables of what people learn with: puzzles, duels, streaks, storms, mistakes and lessons."""
