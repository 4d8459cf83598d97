"""A board for searching: marks come and go, and what every line holds is kept up to date.

The two sides are 0 and 1. What a line holds is one number, its *content*: the marks of side 0
plus (k + 1) times the marks of side 1. Only contents with marks of one side matter: a line with
marks of both can never be completed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from games.core.rules import Cell, Position, Ruleset, cells_of

Side = int
Content = int

NEAR = 2  # columns and rows within which a cell is near a mark
GROWTH = 4  # how much more a line is worth with each further mark
TO_MOVE = 2  # how much more the side to move can make of a line


@dataclass(frozen=True, slots=True)
class Shape:
    """All of a ruleset that does not change during a search."""

    cells: int
    k: int
    step: tuple[int, int]  # what a mark of each side adds to a content
    lines: tuple[int, ...]  # the set of cells of every line
    through: tuple[tuple[int, ...], ...]  # the numbers of the lines through every cell
    near: tuple[int, ...]  # the set of cells near every cell
    gain: tuple[tuple[int, ...], tuple[int, ...]]  # by side and content: what a mark adds
    urgency: tuple[tuple[int, ...], tuple[int, ...]]  # by side and content: why to mark there
    keys: tuple[tuple[int, ...], tuple[int, ...]]  # random, by side and cell


@lru_cache(maxsize=32)
def shape_of(ruleset: Ruleset) -> Shape:
    through: list[list[int]] = [[] for _ in range(ruleset.cells)]
    for number, line in enumerate(ruleset.lines):
        for cell in cells_of(line):
            through[cell].append(number)
    random = Random(ruleset.cells)
    return Shape(
        cells=ruleset.cells,
        k=ruleset.k,
        step=(1, ruleset.k + 1),
        lines=ruleset.lines,
        through=tuple(tuple(numbers) for numbers in through),
        near=tuple(_near(ruleset, cell) for cell in range(ruleset.cells)),
        gain=(_gain(ruleset.k, 0), _gain(ruleset.k, 1)),
        urgency=(_urgency(ruleset.k, 0), _urgency(ruleset.k, 1)),
        keys=(_keys(ruleset, random), _keys(ruleset, random)),
    )


def _near(ruleset: Ruleset, cell: Cell) -> int:
    row, column = divmod(cell, ruleset.m)
    rows = range(max(0, row - NEAR), min(ruleset.n, row + NEAR + 1))
    columns = range(max(0, column - NEAR), min(ruleset.m, column + NEAR + 1))
    return sum(1 << r * ruleset.m + c for r in rows for c in columns)


def _keys(ruleset: Ruleset, random: Random) -> tuple[int, ...]:
    return tuple(random.getrandbits(62) for _ in range(ruleset.cells))


def _worth(marks: int) -> int:
    """What a line with *marks* of one side only is worth to that side."""
    return GROWTH**marks if marks else 0


def _gain(k: int, side: Side) -> tuple[int, ...]:
    """By content: how much a mark of *side* in the line changes the score of side 0."""
    gains = []
    for content in range((k + 1) ** 2):
        marks = content % (k + 1), content // (k + 1)
        own, other = marks[side], marks[1 - side]
        gain = _worth(own + 1) - _worth(own) if not other else _worth(other) if not own else 0
        gains.append(gain if side == 0 else -gain)
    return tuple(gains)


def _urgency(k: int, side: Side) -> tuple[int, ...]:
    """By content: how much the line speaks for a mark of *side*, to build or to block."""
    urgencies = []
    for content in range((k + 1) ** 2):
        marks = content % (k + 1), content // (k + 1)
        own, other = marks[side], marks[1 - side]
        build = TO_MOVE * GROWTH ** (own + 1) if not other else 0
        block = GROWTH ** (other + 1) if not own else 0
        urgencies.append(max(build, block))
    return tuple(urgencies)


class LineBoard:
    """An unfinished position that a search changes and changes back.

    Side 0 is the side to move in *position*. A side never completes a line here: a search
    sees from `threats` that it could, and need not do it.
    """

    def __init__(self, position: Position) -> None:
        self.shape = shape_of(position.ruleset)
        self.free = position.ruleset.all_cells
        self.near = 0  # the cells near a mark
        self.score = 0  # in favour of side 0
        self.key = 0  # equal for equal positions, and hardly ever for others
        self.threats: tuple[set[int], set[int]] = (set(), set())  # lines that lack one mark
        self._contents = [0] * len(self.shape.lines)
        self._undo: list[tuple[int, int]] = []
        for side, cells in enumerate((position.own, position.opposing)):
            for cell in cells_of(cells):
                self.place(side, cell)

    def place(self, side: Side, cell: Cell) -> None:
        """Mark a free cell that completes no line."""
        shape, contents = self.shape, self._contents
        step, gain = shape.step[side], shape.gain[side]
        before_threat, blocked_threat = (shape.k - 2) * step, (shape.k - 1) * shape.step[1 - side]
        self._undo.append((self.near, self.score))
        score = self.score
        for line in shape.through[cell]:
            content = contents[line]
            contents[line] = content + step
            score += gain[content]
            if content == before_threat:
                self.threats[side].add(line)
            elif content == blocked_threat:
                self.threats[1 - side].discard(line)
        self.score = score
        self.free ^= 1 << cell
        self.near |= shape.near[cell]
        self.key ^= shape.keys[side][cell]

    def remove(self, side: Side, cell: Cell) -> None:
        """Undo the last `place`, which had the same arguments."""
        shape, contents = self.shape, self._contents
        step = shape.step[side]
        before_threat, blocked_threat = (shape.k - 2) * step, (shape.k - 1) * shape.step[1 - side]
        for line in shape.through[cell]:
            content = contents[line] - step
            contents[line] = content
            if content == before_threat:
                self.threats[side].discard(line)
            elif content == blocked_threat:
                self.threats[1 - side].add(line)
        self.near, self.score = self._undo.pop()
        self.free ^= 1 << cell
        self.key ^= shape.keys[side][cell]

    def completing(self, side: Side) -> int:
        """The set of cells where *side* would complete a line."""
        lines, cells = self.shape.lines, 0
        for line in self.threats[side]:
            cells |= lines[line]
        return cells & self.free

    def threatening(self, side: Side) -> list[Cell]:
        """The cells where a mark makes *side* a new threat, those in most lines first."""
        before_threat = (self.shape.k - 2) * self.shape.step[side]
        counts: dict[Cell, int] = {}
        for line, content in enumerate(self._contents):
            if content == before_threat:
                for cell in cells_of(self.shape.lines[line] & self.free):
                    counts[cell] = counts.get(cell, 0) + 1
        return sorted(counts, key=counts.__getitem__, reverse=True)

    def urgency(self, side: Side, cell: Cell) -> int:
        """How much speaks, at first sight, for a mark of *side* on a free *cell*."""
        urgency, contents = self.shape.urgency[side], self._contents
        return sum([urgency[contents[line]] for line in self.shape.through[cell]])
