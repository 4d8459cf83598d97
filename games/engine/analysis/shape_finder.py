"""Finding the shapes that have names, by what the compiled board keeps of every free cell."""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.analysis.shapes import DECISIVE, NAMED_K, Shape
from games.engine.kernels.pattern_board import board_of
from games.engine.kernels.patterns import (
    FOUR_AND_THREE,
    ONE_FOUR,
    ONE_THREE,
    OPEN_FOUR,
    TWO_THREES,
    WINS_NEXT,
)
from games.engine.search.glance import passed
from games.engine.search.value import ForcedWin

DIRECTIONS = 4
BITS, KIND = 4, 0b1111  # a cell's kinds are one number with so many bits for each direction
AT_LEVEL = {
    FOUR_AND_THREE: Shape.FOUR_AND_THREE,
    TWO_THREES: Shape.TWO_THREES,
    ONE_FOUR: Shape.FOUR,
    ONE_THREE: Shape.OPEN_THREE,
}


def made_by(position: Position, cell: Cell) -> Shape | None:
    """Return the shape that a mark of the side to move on the free *cell* makes, if any."""
    if position.ruleset.k != NAMED_K:
        return None
    board = board_of(position)
    place = int(board.places[cell])
    level = int(board.levels[place, 0])
    if level != WINS_NEXT:
        return AT_LEVEL.get(level)
    kinds = int(board.kinds[place, 0])
    is_open = any(kinds >> BITS * direction & KIND == OPEN_FOUR for direction in range(DIRECTIONS))
    return Shape.OPEN_FOUR if is_open else Shape.TWO_FOURS


def stopped_by(position: Position, cell: Cell) -> Shape | None:
    """Return the decisive shape that the other side would have made on *cell*, if any."""
    shape = made_by(passed(position), cell)
    return shape if shape in DECISIVE else None


def won_by(position: Position, won: ForcedWin) -> Shape | None:
    """Return the shape by which the side to move wins: its first move's, or that of all moves."""
    if position.ruleset.k != NAMED_K:
        return None
    if won.within == 1:
        return Shape.FOUR  # it has one already, and completes the line
    shape = made_by(position, won.cell)
    if shape in DECISIVE:
        return shape
    return Shape.FOURS if won.by_fours else Shape.THREES
