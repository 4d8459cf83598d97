"""The chat lines that a room has passed on."""

from __future__ import annotations

LINES_REMEMBERED = 100  # a hint comes within seconds of its line


class ToldLines:
    """Which lines a room has told, so that other processes' hints tell none of them again."""

    def __init__(self) -> None:
        self._told: list[int] = []

    def is_new(self, number: int) -> bool:
        """Whether the line is new; remembers it."""
        if number in self._told:
            return False
        self._told.append(number)
        del self._told[:-LINES_REMEMBERED]
        return True
