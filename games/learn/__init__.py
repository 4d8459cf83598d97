"""Understanding: reviews, positions, explanations, lessons, puzzles, and what is proven."""
