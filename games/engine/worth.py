"""What a position is worth, as the readable searches count it.

A worth is seen by the side to move. A certain win is worth 1 or more and the sooner the more: the
number of cells, plus 1, less the ply at which the line is complete. A loss is worth the same below
0, a draw 0. Whatever lies between -1 and 1 and is not 0 is an estimate.
"""

from __future__ import annotations

from games.core.rules import Cell, Position

Worth = float

CERTAIN: Worth = 1.0  # the least worth of a win that was seen
UNBOUNDED: Worth = float("inf")


def after(position: Position, cell: Cell) -> Position:
    """`position.play(cell)` for a cell that is known to be free in an unfinished position."""
    return Position(position.ruleset, own=position.opposing, opposing=position.own | 1 << cell)


def worth_of_win(position: Position) -> Worth:
    """What *position* is worth to the side whose last move in it completed a line."""
    return position.free.bit_count() + 1
