"""The player that never loses at 3×3: every position's worth in one table.

A worth is seen by the side to move: positive wins, 0 draws, negative loses, and the sooner the
end the further from 0, so that the best move wins as fast and loses as slowly as possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games.core.rules import TIC_TAC_TOE, Cell, Position, cells_of
from games.engine.limits import Limits

Worth = int
Sides = tuple[int, int]  # the cells of the side to move and of the other one

_ALL_CELLS = TIC_TAC_TOE.all_cells


def choose(position: Position, limits: Limits) -> Cell:
    return limits.random().choice(best_cells(position))


def best_cells(position: Position) -> list[Cell]:
    """The moves of the best worth in an unfinished 3×3 position."""
    worths = {cell: move_worth(position, cell) for cell in position.legal_moves()}
    best = max(worths.values())
    return [cell for cell, worth in worths.items() if worth == best]


def move_worth(position: Position, cell: Cell) -> Worth:
    """What marking *cell* is worth to the side to move: 10 less the ply at which it wins."""
    return -table()[position.opposing, position.own | 1 << cell]


@cache
def table() -> Mapping[Sides, Worth]:
    """The worth of all 5,478 positions of tic-tac-toe; made at the first call."""
    worths: dict[Sides, Worth] = {}
    _enter(0, 0, worths)
    return worths


def _enter(own: int, opposing: int, worths: dict[Sides, Worth]) -> Worth:
    """Put the worth of a position and of all that follow from it into *worths*."""
    known = worths.get((own, opposing))
    if known is not None:
        return known
    free = _ALL_CELLS & ~(own | opposing)
    worth: Worth
    if opposing in _having_a_line():
        worth = -(1 + free.bit_count())  # the last move won; it leaves 9 - ply cells free
    elif not free:
        worth = 0
    else:
        worth = max(-_enter(opposing, own | 1 << cell, worths) for cell in cells_of(free))
    worths[own, opposing] = worth
    return worth


@cache
def _having_a_line() -> frozenset[int]:
    """Every set of cells that contains a line."""
    return frozenset(
        cells
        for cells in range(_ALL_CELLS + 1)
        if any(cells & line == line for line in TIC_TAC_TOE.lines)
    )
