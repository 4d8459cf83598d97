"""How static files are collected: joined by page, and named after their content."""
