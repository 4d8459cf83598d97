"""What is proven about positions: found out once, kept for all who ask."""
