"""What a phone loads for the site's pages, how soon it shows them, and how much they move."""
