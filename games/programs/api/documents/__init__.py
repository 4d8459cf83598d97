"""What the API says of itself: its documents, their examples, and the pages that show them."""
