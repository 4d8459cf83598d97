"""What positions are worth with perfect play, worked out in plain Python.

A position is two sets of cells as masks, of the side to move and of the other one. Neither side
has a line yet.
"""

from __future__ import annotations

from mnk.game import lines, lines_through

MAX_POSITIONS = 1_000_000  # half a minute; 4×4 for four needs 33,000, 5×4 for four 580,000
MAX_CELLS = 30  # beyond it each position alone takes long

Memory = dict[tuple[int, int, int], bool]  # by both sides and the value asked for


class TooLarge(Exception):
    """The board has too many positions to know them all."""


class Values:
    """The values on one board: 1 if the side to move wins, 0 for a draw, -1 if it loses.

    Raises TooLarge.
    """

    def __init__(self, m: int, n: int, k: int, most: int = MAX_POSITIONS) -> None:
        if m * n > MAX_CELLS:
            raise TooLarge
        self._lines = lines(m, n, k)
        self._through = lines_through(m, n, k)
        self._cells = m * n
        self._all = (1 << m * n) - 1
        # Cells on many lines first: the best move is found sooner.
        self._order = sorted(range(m * n), key=lambda cell: -len(self._through[cell]))
        self._most = most
        self._known: Memory = {}

    def of(self, own: int, other: int) -> int:
        """Return the value of a position. Raises TooLarge."""
        if self._is_worth(own, other, 1):
            return 1
        return 0 if self._is_worth(own, other, 0) else -1

    def wins_at(self, own: int, cell: int) -> bool:
        """Return whether the side with the marks *own* has a line once it has *cell*, too."""
        own |= 1 << cell
        return any(own & line == line for line in self._through[cell])

    def free(self, own: int, other: int) -> list[int]:
        """Return the cells without a mark, ascending."""
        left = self._all & ~(own | other)
        return [cell for cell in range(self._cells) if left >> cell & 1]

    def _is_worth(self, own: int, other: int, value: int) -> bool:
        """Return whether the side to move gets *value* or more: two questions of yes or no need far
        fewer positions than one for the value.
        """
        key = (own, other, value)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self._most:
                raise TooLarge
            known = self._known[key] = self._search(own, other, value)
        return known

    def _search(self, own: int, other: int, value: int) -> bool:
        # A line without marks of the other side can still be completed.
        if value == 1 and not any(not line & other for line in self._lines):
            return False
        if value == 0 and not any(not line & own for line in self._lines):
            return True
        free = [cell for cell in self._order if not (own | other) >> cell & 1]
        if any(self.wins_at(own, cell) for cell in free):
            return True
        # Whatever else is played, the other side would complete its line.
        candidates = [cell for cell in free if self.wins_at(other, cell)] or free
        return any(not self._is_worth(other, own | 1 << cell, 1 - value) for cell in candidates)
