"""Pages of the site that stand in frames on other people's pages."""
