"""The three moves that a proof begins with: no more than geometry, so that it loads no compiler.

Whoever begins marks the middle, the other side gives one of the `first_answers`, and the third move
is the `third_move` unless a proof was begun with another one.
"""

from __future__ import annotations

from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import keys_after
from games.engine.search.glance import middle_of

DIAGONALS = ((-1, 1), (-1, -1), (1, 1), (1, -1))


def first_move(ruleset: Ruleset) -> Cell:
    """Return the cell that whoever begins marks: the middle, or the last of its cells."""
    return middle_of(ruleset)[-1]


def first_answers(ruleset: Ruleset) -> list[Cell]:
    """Return the answers to the first move, one for all that are symmetric to each other."""
    found: dict[bytes, Cell] = {}
    for cell, key in keys_after(Position(ruleset).play(first_move(ruleset))).items():
        found.setdefault(key, cell)
    return list(found.values())


def third_move(ruleset: Ruleset, answer: Cell) -> Cell:
    """Return a cell diagonally next to the first, most nearly at a right angle to *answer*."""
    row, column = divmod(first_move(ruleset), ruleset.m)
    down, right = answer // ruleset.m - row, answer % ruleset.m - column
    free = [way for way in DIAGONALS if way != (down, right)]
    way = min(free, key=lambda way: abs(way[0] * down + way[1] * right))
    return (row + way[0]) * ruleset.m + column + way[1]
