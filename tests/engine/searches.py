"""Searches of the game tree, made and run for tests."""

from collections import Counter

from games.core.rules import TIC_TAC_TOE, Position, cells_of
from games.engine.budget import Budget, Limits
from games.engine.search.alpha_beta import AlphaBeta
from games.engine.search.events import Bound
from games.engine.search.table import worth
from games.engine.search.worth import worth_by_lines

ENDLESS = Limits(seconds=float("inf"))


def searching(kind=AlphaBeta, *, horizon=9, heuristic=worth_by_lines, table=None, limits=ENDLESS):
    return kind(horizon, heuristic, Budget(limits), table)


def worth_of(search):
    """What a search returns once all its events have come."""
    while True:
        try:
            next(search)
        except StopIteration as stop:
            return stop.value


def counted(search):
    """How many events of each kind come."""
    return Counter(type(event).__name__ for event in search)


def plain_worth(position, *, heuristic=worth_by_lines, horizon=9):
    """Minimax in a few lines, to check the others by."""
    if position.is_won:
        return -(position.free.bit_count() + 1)
    if not position.free:
        return 0
    if horizon == 0:
        return heuristic(position)
    return max(
        -plain_worth(position.play(cell), heuristic=heuristic, horizon=horizon - 1)
        for cell in cells_of(position.free)
    )


def is_true(told, bound, cells, path):
    """Whether a node of 3×3 is worth what is told, or at least or at most so much.

    The node is *path* after *cells*; its worth is told as the side to move after *cells* sees it.
    """
    found = worth(Position.after(TIC_TAC_TOE, (*cells, *path))) * (-1 if len(path) % 2 else 1)
    if bound is Bound.EXACT:
        return told == found
    return told <= found if bound is Bound.AT_LEAST else told >= found
