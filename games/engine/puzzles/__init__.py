"""Puzzles of large boards, made by games of the strong player against itself."""
