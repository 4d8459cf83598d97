"""PostgreSQL as this site uses it: what can only be read is away."""
