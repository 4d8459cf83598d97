"""What a phone has to load for the site's pages, and how soon and how steadily it shows them."""
