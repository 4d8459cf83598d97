"""People's own pages, moderation, and the pages about the site: rules, help, privacy, contact."""
