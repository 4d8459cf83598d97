"""Whether a program ever loses: every line of the opponent against it."""
