"""What pages of ratings show, as values: leaderboards, charts, and how a change came about."""
