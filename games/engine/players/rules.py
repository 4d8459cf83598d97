"""The players of beginners' rules: a list of rules, of which the first that applies decides.

The rules by name:

- win: complete a line;
- block: take a cell where the other side would complete one;
- block_early: of the open lines where the other side lacks two marks, take the cell in most; if
  there are none, where it lacks three. Lines with fewer than two of its marks do not count;
- block_soon: the same, but only for lines where it lacks two marks;
- centre: one of the cells nearest to the middle of the board; corner: one of the board's corners;
- opening_corner: a corner, as the first move of the game only;
- complete_or_block: a cell of a line that lacks one mark, whoever holds it;
- lines: the free cell that the most lines run through. On 3×3 that is the centre (4 lines), then
  a corner (3), then a side (2); on larger boards it is the middle of the board.

If a rule leads to several cells, chance decides; if no rule applies, among all free cells. The
orders below are those of common tic-tac-toe programs; counting lines carries them over to every
board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from games.core.rules import Cell, Position, Ruleset, cells_of
from games.engine.budget import Limits
from games.engine.search.glance import blocking_cells, middle_of, winning_cells

Rule = Callable[[Position], list[Cell]]

MIN_MARKS_TO_BLOCK = 2

PLAIN_ORDER = ("win", "block", "lines")
COMPLETING_ORDER = ("opening_corner", "complete_or_block", "centre", "corner")


def choose(position: Position, limits: Limits, *, order: Sequence[str] = PLAIN_ORDER) -> Cell:
    return limits.random().choice(candidates(position, order))


def candidates(position: Position, order: Sequence[str] = PLAIN_ORDER) -> list[Cell]:
    """Return the cells of the first rule of *order* that applies; all free ones if none does."""
    for name in order:
        if cells := RULES[name](position):
            return cells
    return list(position.legal_moves())


def early_blocking_cells(position: Position, missing: Sequence[int] = (2, 3)) -> list[Cell]:
    """Return the cells in most of the other side's open lines that lack *missing* marks.

    Its numbers are tried in turn, until there are such lines.
    """
    for number in missing:
        marks = position.ruleset.k - number
        if marks >= MIN_MARKS_TO_BLOCK and (cells := _in_most_lines_of(position, marks)):
            return cells
    return []


def corners_of(ruleset: Ruleset) -> list[Cell]:
    last_row = (ruleset.n - 1) * ruleset.m
    return [0, ruleset.m - 1, last_row, last_row + ruleset.m - 1]


def _in_most_lines_of(position: Position, marks: int) -> list[Cell]:
    """Return the free cells in most of the lines with *marks* marks, all of the other side."""
    counts = Counter[Cell]()
    for line in position.ruleset.lines:
        if not position.own & line and (position.opposing & line).bit_count() == marks:
            counts.update(cells_of(line & position.free))
    return _of_most(counts)


def _with_most_lines(position: Position) -> list[Cell]:
    lines_through = position.ruleset.lines_through
    return _of_most({cell: len(lines_through[cell]) for cell in position.legal_moves()})


def _of_most(counts: Mapping[Cell, int]) -> list[Cell]:
    most = max(counts.values(), default=0)
    return [cell for cell, count in counts.items() if count == most]


def _free(position: Position, cells: Sequence[Cell]) -> list[Cell]:
    return [cell for cell in cells if position.free >> cell & 1]


def _opening_corner(position: Position) -> list[Cell]:
    return corners_of(position.ruleset) if position.ply == 0 else []


def _completing_cells_of_both(position: Position) -> list[Cell]:
    return sorted({*winning_cells(position), *blocking_cells(position)})


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "win": winning_cells,
        "block": blocking_cells,
        "block_early": early_blocking_cells,
        "block_soon": lambda position: early_blocking_cells(position, (2,)),
        "centre": lambda position: _free(position, middle_of(position.ruleset)),
        "corner": lambda position: _free(position, corners_of(position.ruleset)),
        "opening_corner": _opening_corner,
        "complete_or_block": _completing_cells_of_both,
        "lines": _with_most_lines,
    }
)
