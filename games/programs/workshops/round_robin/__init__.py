"""The round robin of a workshop: each plays each twice, once with X each."""
