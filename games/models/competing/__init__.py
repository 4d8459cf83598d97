"""Tables of competing: rounds, ratings, tournaments, and what staff decide about them."""
