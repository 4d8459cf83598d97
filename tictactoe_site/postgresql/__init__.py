"""PostgreSQL as this site uses it: a server that can only be read counts as away."""
