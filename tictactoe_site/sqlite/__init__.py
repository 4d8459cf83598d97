"""SQLite as this site uses it: one process, many threads, of which one writes at a time."""
