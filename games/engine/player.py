"""The type of all computer players, and the checks that a position has to pass before a move."""

from __future__ import annotations

from collections.abc import Callable

from games.core.errors import GameError
from games.core.rules import Cell, Position
from games.engine.budget import Limits

# The position is unfinished; the cell is free. Raises GameError for parameters that do not fit.
Player = Callable[[Position, Limits], Cell]


class ImpossiblePosition(GameError):
    """Marks that no game can lead to."""

    def __init__(self, why: str) -> None:
        super().__init__("impossible_position", why)


def check_possible(position: Position) -> None:
    """Raise ImpossiblePosition for marks that no game leads to.

    Marks must lie on the board, one at most on each cell, and the sides must have moved in turn.
    The side to move has no line, or the game would have ended with it. All lines of the other side
    share a cell, which it marked last.
    """
    own, opposing, ruleset = position.own, position.opposing, position.ruleset
    if own < 0 or opposing < 0 or (own | opposing) > ruleset.all_cells:
        raise ImpossiblePosition("marks lie on the board")
    if own & opposing:
        raise ImpossiblePosition("a cell holds one mark at most")
    if opposing.bit_count() - own.bit_count() not in (0, 1):
        raise ImpossiblePosition("the side to move has as many marks as the other, or one fewer")
    if any(own & line == line for line in ruleset.lines):
        raise ImpossiblePosition("the game was over before the last move")
    last = opposing
    for line in ruleset.lines:
        if opposing & line == line:
            last &= line
    if opposing and not last:
        raise ImpossiblePosition("one move completes all lines")


def check_to_move(position: Position) -> None:
    """Raise GameError unless there is a move to choose: impossible_position, game_over."""
    check_possible(position)
    if position.is_over:
        raise GameError("game_over", "there is no move to choose")
