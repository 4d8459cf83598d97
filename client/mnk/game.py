"""The rules, for bots: one moment of an m,n,k game, with cells named as on the site."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

MIN_SIDE = 3
MAX_SIDE = 19
_CELL = re.compile(r"([a-s])([1-9][0-9]?)", re.ASCII | re.IGNORECASE)
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # columns and rows to go: →, ↓, ↘, ↙


@dataclass(frozen=True)
class Game:
    """One moment of a game on m columns and n rows, in which k in a row win.

    `moves` are the cells so far, in order: the letter of the column from the left, the number of
    the row from the bottom, so a1 is the bottom left. `first` is the mark that moved first, "x"
    or "o". `seconds` is what is left on the clock of the side to move, None without a clock.

    Raises ValueError for a board that the site does not have, for a move that is no cell, and for a
    cell that is marked twice. Moves after the end are not noticed.
    """

    m: int = 3
    n: int = 3
    k: int = 3
    moves: tuple[str, ...] = ()
    first: str = "x"
    seconds: float | None = None

    def __post_init__(self) -> None:
        sides_fit = all(MIN_SIDE <= side <= MAX_SIDE for side in (self.m, self.n))
        if not sides_fit or not MIN_SIDE <= self.k <= max(self.m, self.n):
            sides = f"m and n are from {MIN_SIDE} to {MAX_SIDE}"
            length = f"k from {MIN_SIDE} to the larger of them"
            raise ValueError(f"There is no board {self.m},{self.n},{self.k}: {sides}, {length}.")
        marked = [self.index(cell) for cell in self.moves]
        if len(set(marked)) < len(marked):
            raise ValueError("A cell is marked twice.")

    def __str__(self) -> str:
        """Return the board, one row a line from the top, with "." for free cells."""
        return "\n".join(" ".join(mark or "." for mark in row) for row in self.rows)

    # ---- what a bot asks ------------------------------------------------------------------

    @property
    def to_move(self) -> str:
        """The mark whose turn it is: "x" or "o"."""
        return self.first if len(self.moves) % 2 == 0 else _other(self.first)

    @property
    def free(self) -> tuple[str, ...]:
        """The cells without a mark, row by row from the top left."""
        marked = self._masks[0] | self._masks[1]
        names = cell_names(self.m, self.n)
        return tuple(name for place, name in enumerate(names) if not marked >> place & 1)

    def wins(self, cell: str) -> bool:
        """Return whether the side to move completes a line by marking *cell*."""
        return self._completes(self._masks[0], cell)

    def blocks(self, cell: str) -> bool:
        """Return whether the other side would complete a line on *cell*, so that marking it stops
        that.
        """
        return self._completes(self._masks[1], cell)

    def after(self, cell: str) -> Game:
        """Return the game once the side to move has marked *cell*.

        Raises ValueError if it cannot.
        """
        if self.is_over:
            raise ValueError("The game is over.")
        return replace(self, moves=(*self.moves, cell_names(self.m, self.n)[self.index(cell)]))

    # ---- how it stands --------------------------------------------------------------------

    @property
    def winner(self) -> str | None:
        """The mark that has a line, or None."""
        has_line = any(self._masks[1] & line == line for line in lines(self.m, self.n, self.k))
        return _other(self.to_move) if has_line else None

    @property
    def is_over(self) -> bool:
        return len(self.moves) == self.m * self.n or self.winner is not None

    @property
    def rows(self) -> tuple[tuple[str | None, ...], ...]:
        """The marks row by row from the top: "x", "o" or None."""
        own, other = self._masks
        marks = [
            self.to_move
            if own >> place & 1
            else _other(self.to_move)
            if other >> place & 1
            else None
            for place in range(self.m * self.n)
        ]
        return tuple(tuple(marks[start : start + self.m]) for start in range(0, len(marks), self.m))

    def mark_at(self, cell: str) -> str | None:
        """Return the mark on *cell*: "x", "o" or None."""
        row, column = divmod(self.index(cell), self.m)
        return self.rows[row][column]

    # ---- names and numbers ----------------------------------------------------------------

    def index(self, cell: str) -> int:
        """Return the number of *cell*, counted row by row from the top left. Raises ValueError."""
        found = _CELL.fullmatch(cell)
        if found:
            column, row = ord(found[1].lower()) - ord("a"), self.n - int(found[2])
            if column < self.m and row >= 0:
                return row * self.m + column
        cells = f"cells are a1 to {cell_names(self.m, self.n)[self.m - 1]}"
        raise ValueError(f"There is no cell {cell!r} on a board of {self.m}×{self.n}: {cells}.")

    def name(self, index: int) -> str:
        """Return the name of the cell with that number."""
        return cell_names(self.m, self.n)[index]

    @cached_property
    def _masks(self) -> tuple[int, int]:
        """The cells of the side to move and of the other one: bit i is the cell with number i."""
        return self._mask(self.moves[len(self.moves) % 2 :: 2]), self._mask(
            self.moves[1 - len(self.moves) % 2 :: 2]
        )

    def _mask(self, cells: Iterable[str]) -> int:
        return sum(1 << self.index(cell) for cell in cells)

    def _completes(self, mask: int, cell: str) -> bool:
        place = self.index(cell)
        if (self._masks[0] | self._masks[1]) >> place & 1:
            return False
        marked = mask | 1 << place
        through = lines_through(self.m, self.n, self.k)[place]
        return any(marked & line == line for line in through)


def _other(mark: str) -> str:
    return "o" if mark == "x" else "x"


@lru_cache
def cell_names(m: int, n: int) -> tuple[str, ...]:
    """Return the names of all cells, row by row from the top left."""
    return tuple(f"{chr(ord('a') + column)}{n - row}" for row in range(n) for column in range(m))


@lru_cache
def lines(m: int, n: int, k: int) -> tuple[int, ...]:
    """Return all sets of k cells in a row, a column or a diagonal, as masks."""
    return tuple(line for start in range(m * n) for line in _lines_from(m, n, k, start))


@lru_cache
def lines_through(m: int, n: int, k: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, the lines that contain it."""
    through: list[list[int]] = [[] for _ in range(m * n)]
    for line in lines(m, n, k):
        for place in range(m * n):
            if line >> place & 1:
                through[place].append(line)
    return tuple(map(tuple, through))


def _lines_from(m: int, n: int, k: int, start: int) -> Iterable[int]:
    row, column = divmod(start, m)
    for right, down in _DIRECTIONS:
        if 0 <= column + right * (k - 1) < m and row + down * (k - 1) < n:
            yield sum(1 << start + (down * m + right) * step for step in range(k))
