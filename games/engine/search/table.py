"""Every position of a small board with its exact worth, in plain Python: 3×3 above all.

The readable counterpart of the solver, and its check. A worth is seen by the side to move:
positive wins, 0 draws, negative loses, and the sooner the end the further from 0, so that the
best move wins as fast and loses as slowly as possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset, cells_of

ExactWorth = int
Sides = tuple[int, int]  # the cells of the side to move and of the other one

MAX_CELLS = 12  # 3×3 takes some hundredths of a second, 4×3 about a second


def worth(position: Position) -> ExactWorth:
    """Return what *position* is worth to the side to move."""
    return table(position.ruleset)[position.own, position.opposing]


def move_worth(position: Position, cell: Cell) -> ExactWorth:
    """Return what marking *cell* is worth to the side to move."""
    return -table(position.ruleset)[position.opposing, position.own | 1 << cell]


def best_cells(position: Position) -> list[Cell]:
    """Return the moves of the best worth in an unfinished position."""
    worths = {cell: move_worth(position, cell) for cell in position.legal_moves()}
    best = max(worths.values())
    return [cell for cell, found in worths.items() if found == best]


@lru_cache(maxsize=4)
def table(ruleset: Ruleset = TIC_TAC_TOE) -> Mapping[Sides, ExactWorth]:
    """Return the worth of every position that can be reached, 5,478 for tic-tac-toe.

    A win is worth cells + 1 less the ply of its last move. Raises ValueError for more than
    MAX_CELLS cells.
    """
    if ruleset.cells > MAX_CELLS:
        raise ValueError(f"a table of {ruleset.cells} cells would be too large")
    worths: dict[Sides, ExactWorth] = {}
    _enter(ruleset, _having_a_line(ruleset), 0, 0, worths)
    return MappingProxyType(worths)


def _enter(
    ruleset: Ruleset, won: frozenset[int], own: int, opposing: int, worths: dict[Sides, ExactWorth]
) -> ExactWorth:
    """Put the worth of a position and of all that follow from it into *worths*."""
    known = worths.get((own, opposing))
    if known is not None:
        return known
    free = ruleset.all_cells & ~(own | opposing)
    found: ExactWorth
    if opposing in won:
        found = -(1 + free.bit_count())  # the last move won, at ply cells - free
    elif not free:
        found = 0
    else:
        found = max(
            -_enter(ruleset, won, opposing, own | 1 << cell, worths) for cell in cells_of(free)
        )
    worths[own, opposing] = found
    return found


def _having_a_line(ruleset: Ruleset) -> frozenset[int]:
    """Return every set of cells that contains a line."""
    # Made once, 4096 sets at most: so each position takes one look-up instead of all lines.
    return frozenset(
        cells
        for cells in range(ruleset.all_cells + 1)
        if any(cells & line == line for line in ruleset.lines)
    )
