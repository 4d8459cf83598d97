"""Programs against every line of play: runs, what they showed, and the pages about them."""
