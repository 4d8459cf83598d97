"""The rules of m,n,k games: rulesets, positions, lines and how they are counted.

Cells are numbered row by row from the top left; a set of cells is an int whose bit i is cell i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from games.core.errors import BadRuleset, IllegalMove
from games.core.values import FrozenStruct

Cell = int

MIN_SIDE = 3
MAX_SIDE = 19
MAX_CELLS = MAX_SIDE * MAX_SIDE
_ALLOWED = f"m and n are from {MIN_SIDE} to {MAX_SIDE}, k from {MIN_SIDE} to the larger of them"
RULESETS_KEPT = 128  # their lines stay in memory, up to 0.2 MB each; there are thousands
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # columns and rows to go: →, ↓, ↘, ↙


class Mark(StrEnum):
    """What a player draws."""

    X = "x"
    O = "o"  # noqa: E741 - the mark's name

    @property
    def other(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X

    def at(self, ply: int) -> Mark:
        """Return the mark of move number *ply*, counted from 0, if the first move has this mark."""
        return self if ply % 2 == 0 else self.other


@dataclass(frozen=True, order=True)
class Ruleset:
    """m columns, n rows, and k marks in a row to win (the order that OpenSpiel uses).

    Raises BadRuleset unless 3 <= m, n <= 19 and 3 <= k <= max(m, n).
    """

    m: int
    n: int
    k: int

    def __post_init__(self) -> None:
        sides_fit = all(MIN_SIDE <= side <= MAX_SIDE for side in (self.m, self.n))
        if not sides_fit or not MIN_SIDE <= self.k <= max(self.m, self.n):
            raise BadRuleset("bad_ruleset", f"{_ALLOWED}, not {self.m},{self.n},{self.k}")

    @property
    def cells(self) -> int:
        return self.m * self.n

    @cached_property
    def all_cells(self) -> int:
        """The set of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """All lines of k cells in a row, a column or a diagonal, each as the set of its cells."""
        return _lines(self)

    @cached_property
    def starts(self) -> tuple[tuple[int, int], ...]:
        """For each direction the step from cell to cell, and the set of cells a line starts at."""
        return _starts(self)

    @cached_property
    def lines_through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the lines that contain it."""
        return _lines_through(self)


@lru_cache(maxsize=RULESETS_KEPT)
def _lines(ruleset: Ruleset) -> tuple[int, ...]:
    return tuple(
        sum(1 << cell for cell in line)
        for start in range(ruleset.cells)
        for line in _lines_from(ruleset, start)
    )


def _lines_from(ruleset: Ruleset, start: Cell) -> Iterator[list[Cell]]:
    row, column = divmod(start, ruleset.m)
    for right, down in DIRECTIONS:
        last_column = column + right * (ruleset.k - 1)
        last_row = row + down * (ruleset.k - 1)
        if 0 <= last_column < ruleset.m and last_row < ruleset.n:
            step = down * ruleset.m + right
            yield [start + step * i for i in range(ruleset.k)]


@lru_cache(maxsize=RULESETS_KEPT)
def _lines_through(ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    through: list[list[int]] = [[] for _ in range(ruleset.cells)]
    for line in ruleset.lines:
        for cell in cells_of(line):
            through[cell].append(line)
    return tuple(tuple(lines) for lines in through)


@lru_cache(maxsize=RULESETS_KEPT)
def _starts(ruleset: Ruleset) -> tuple[tuple[int, int], ...]:
    starts: dict[int, int] = {}
    for start in range(ruleset.cells):
        for line in _lines_from(ruleset, start):
            step = line[1] - line[0]
            starts[step] = starts.get(step, 0) | 1 << start
    return tuple(starts.items())


def _has_line(ruleset: Ruleset, cells: int) -> bool:
    """Return whether *cells* hold all cells of a line."""
    # Usually there are too few marks, and counting them is quicker than looking for runs.
    if cells.bit_count() < ruleset.k:
        return False
    for step, starts in ruleset.starts:  # noqa: SIM110 - a generator takes twice as long
        if _starts_of_runs(cells, step, ruleset.k) & starts:
            return True
    return False


def _starts_of_runs(cells: int, step: int, k: int) -> int:
    """Return where runs of k *cells*, *step* apart, start, even if they wrap at the board's edge.

    The length looked for doubles: a longer run starts where a run starts and another one follows or
    overlaps it.
    """
    length = 1
    while length < k and cells:
        more = min(length, k - length)
        cells &= cells >> step * more
        length += more
    return cells


def cells_of(mask: int) -> tuple[Cell, ...]:
    """Return the cells of a set, ascending."""
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)


class Position(FrozenStruct, frozen=True):
    """One moment of an m,n,k game, seen by the side to move."""

    ruleset: Ruleset
    own: int = 0  # cells of the side to move
    opposing: int = 0  # cells of the side that moved last

    def __str__(self) -> str:
        """Return the board row by row: x for the first player, o for the second, . if free."""
        return "\n".join(" ".join(row) for row in self._rows())

    def __repr__(self) -> str:
        size = f"{self.ruleset.m},{self.ruleset.n},{self.ruleset.k}"
        return f"<Position {size} {'/'.join(self._rows())} {'xo'[self.ply % 2]} to move>"

    def _rows(self) -> list[str]:
        mover, other = "xo" if self.ply % 2 == 0 else "ox"
        signs = [
            mover if self.own >> cell & 1 else other if self.opposing >> cell & 1 else "."
            for cell in range(self.ruleset.cells)
        ]
        m = self.ruleset.m
        return ["".join(signs[start : start + m]) for start in range(0, len(signs), m)]

    @classmethod
    def after(cls, ruleset: Ruleset, cells: Iterable[Cell]) -> Position:
        """Return the position that the moves *cells* lead to. Raises IllegalMove like `play`."""
        position = cls(ruleset)
        for cell in cells:
            position = position.play(cell)
        return position

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return (self.own | self.opposing).bit_count()

    @property
    def free(self) -> int:
        """The set of cells without a mark."""
        return self.ruleset.all_cells & ~(self.own | self.opposing)

    @property
    def is_won(self) -> bool:
        """Whether the side that moved last has a line; only that side can have a new one."""
        return _has_line(self.ruleset, self.opposing)

    @property
    def is_full(self) -> bool:
        return not self.free

    @property
    def is_over(self) -> bool:
        return self.is_full or self.is_won

    @property
    def is_dead(self) -> bool:
        """Whether nobody can complete a line any more: each line has marks of both sides."""
        ruleset, cells = self.ruleset, self.ruleset.all_cells
        return not (
            _has_line(ruleset, cells & ~self.own) or _has_line(ruleset, cells & ~self.opposing)
        )

    def legal_moves(self) -> tuple[Cell, ...]:
        """Return the cells that the side to move may mark, ascending; none after the end."""
        return () if self.is_won else cells_of(self.free)

    def winning_line(self) -> tuple[Cell, ...]:
        """Return the cells of all completed lines, ascending; empty while nobody has won."""
        completed = 0
        for line in self.ruleset.lines:
            if self.opposing & line == line:
                completed |= line
        return cells_of(completed)

    def play(self, cell: Cell) -> Position:
        """Return the position after the side to move marks *cell*.

        Raises IllegalMove: game_over, no_such_cell or cell_taken.
        """
        if self.is_over:
            raise IllegalMove("game_over", "nobody can move any more")
        return self.marked(cell)

    def marked(self, cell: Cell) -> Position:
        """Do what `play` does, in a game that is known to go on."""
        if not 0 <= cell < self.ruleset.cells:
            last = self.ruleset.cells - 1
            raise IllegalMove("no_such_cell", f"cells are numbered from 0 to {last}, not {cell}")
        if (self.own | self.opposing) >> cell & 1:
            raise IllegalMove("cell_taken", f"cell {cell} has a mark")
        return Position(self.ruleset, own=self.opposing, opposing=self.own | 1 << cell)

    def wins_at(self, cell: Cell) -> bool:
        """Return whether the side to move completes a line by marking *cell* (free or not)."""
        marked = self.own | 1 << cell
        for line in self.ruleset.lines_through[cell]:  # noqa: SIM110 - see `_has_line`
            if marked & line == line:
                return True
        return False


TIC_TAC_TOE = Ruleset(3, 3, 3)


def perft(position: Position, depth: int) -> int:
    """Count the sequences of *depth* legal moves: the usual check of a move generator."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(cell), depth - 1) for cell in moves)
