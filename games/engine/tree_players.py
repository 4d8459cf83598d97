"""The players that search the game tree by the book: minimax and alpha-beta.

They listen to their search and mark the best cell it has found at the first node, also when
their limits end it early. The first moves are searched in random order, so that equal ones take
turns.
"""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.alpha_beta import AlphaBeta
from games.engine.events import Improved, Search
from games.engine.heuristic import heuristic_named
from games.engine.limits import Budget, Limits, OutOfBudget
from games.engine.minimax import Minimax


def choose_by_minimax(position: Position, limits: Limits, *, horizon: int, heuristic: str) -> Cell:
    random = limits.random()
    cells = random.sample(position.legal_moves(), position.free.bit_count())
    judge = heuristic_named(heuristic, random)
    return _best(Minimax(horizon, judge, Budget(limits), {}).search(position, cells), cells[0])


def choose_by_alpha_beta(
    position: Position, limits: Limits, *, horizon: int, heuristic: str
) -> Cell:
    random = limits.random()
    cells = random.sample(position.legal_moves(), position.free.bit_count())
    judge = heuristic_named(heuristic, random)
    return _best(AlphaBeta(horizon, judge, Budget(limits), {}).search(position, cells), cells[0])


def _best(search: Search, otherwise: Cell) -> Cell:
    """The last cell by which the first node of *search* improved; *otherwise* before there is."""
    best = otherwise
    try:
        for event in search:
            if isinstance(event, Improved) and not event.path:
                best = event.cell
    except OutOfBudget:
        pass
    return best
