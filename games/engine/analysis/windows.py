"""The windows of a board, each k cells in line, and where two sides can make what in them.

Plain arithmetic on sets of cells. It shares nothing with the searches, because it checks their
claims. A window is given by its first cell and by the step from each cell to the next. All windows
of a direction have the same step, so a set of first cells stands for many windows at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.core.rules import Cell, Ruleset, cells_of

Zones = tuple[int, int, int]  # zones 1 to 3 of `kernels.threat_proofs`, as sets of cells


@lru_cache(16)
def windows_of(ruleset: Ruleset) -> Windows:
    return Windows(ruleset)


class Windows:
    """The windows of one board."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._k = ruleset.k
        self._through = ruleset.lines_through
        self._starts: dict[int, int] = {}  # the windows' first cells, by step
        for line in ruleset.lines:
            first, second = cells_of(line)[:2]
            self._starts[second - first] = self._starts.get(second - first, 0) | 1 << first

    def has_line(self, marks: int) -> bool:
        """Return whether the marks fill a window."""
        for step, windows in self._starts.items():
            for number in range(self._k):
                windows &= marks >> number * step
            if windows:
                return True
        return False

    def completing(self, marks: int, others: int) -> int:
        """Return the cells where one more of *marks* completes a line.

        `_free` would tell the same; with this, a proof is verified in a sixth less time.
        """
        found, free = 0, ~(marks | others)
        for step, windows in self._starts.items():
            full, lacking = windows, 0  # with all of their cells so far; with all but a free one
            for shift in range(0, self._k * step, step):
                lacking = lacking & marks >> shift | full & free >> shift
                full &= marks >> shift
            if lacking:
                for shift in range(0, self._k * step, step):
                    found |= lacking << shift & free
        return found

    def fours(self, attacker: int, defender: int) -> int:
        """Return the cells where the defender makes a four (k - 1 in a window), or more."""
        return self._free(defender, attacker, self._k - 2)

    def with_forced(self, zones: Zones, cell: Cell, attacker: int, defender: int) -> Zones:
        """Return *zones*, enlarged by the forced reply at *cell*, which *defender* has already.

        To zone n come the cells where n marks could make a four with that reply.
        """
        first, second, third = zones
        for line in self._through[cell]:
            if not line & attacker:
                free, marks = line & ~defender, (line & defender).bit_count()
                first |= free if marks >= self._k - 2 else 0
                second |= free if marks >= self._k - 3 else 0
                third |= free if marks >= self._k - 4 else 0
        return first, second, third

    def with_free(self, zones: Zones, attacker: int, defender: int) -> Zones:
        """Return *zones*, enlarged by a free reply anywhere.

        To zones 1 and 2 come the cells where that many marks could make a four with it. Zone 3 has
        all free cells already.
        """
        first, second, third = zones
        first |= self._free(defender, attacker, self._k - 3)
        second |= self._free(defender, attacker, self._k - 4)
        return first, second, third

    def _free(self, marks: int, others: int, least: int) -> int:
        """Return the free cells of the windows that `_with` finds."""
        found = 0
        for step, windows in self._with(marks, others, least):
            for number in range(self._k if windows else 0):
                found |= windows << number * step
        return found & ~marks

    def _with(self, marks: int, others: int, least: int) -> Iterator[tuple[int, int]]:
        """Yield, by step, the windows with *least* or more of *marks* and none of *others*.

        A negative *least* counts as 0.
        """
        least = max(least, 0)
        for step, windows in self._starts.items():
            with_marks = [windows] + [0] * least  # [n]: those with n marks or more so far
            for number in range(self._k):
                windows &= ~(others >> number * step)
                here = marks >> number * step
                for many in range(min(number + 1, least), 0, -1):
                    with_marks[many] |= with_marks[many - 1] & here
            yield step, with_marks[least] & windows
