"""The players that search the game tree by the book: minimax, alpha-beta, and one move ahead.

The searching ones listen to their search and mark the best cell it has found at the first node,
also when their limits end it early. The first moves are searched in random order, so that equal
ones take turns. The player that looks at its own next move alone is what they become with a
horizon of 1, and uses the same heuristic.
"""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.budget import Budget, Limits, OutOfBudget
from games.engine.search.alpha_beta import AlphaBeta
from games.engine.search.events import EventStream, Improved
from games.engine.search.glance import winning_cells
from games.engine.search.minimax import Minimax
from games.engine.search.worth import heuristic_named, worths_of_moves


def choose_by_minimax(position: Position, limits: Limits, *, horizon: int, heuristic: str) -> Cell:
    return _choose(Minimax, position, limits, horizon, heuristic)


def choose_by_alpha_beta(
    position: Position, limits: Limits, *, horizon: int, heuristic: str
) -> Cell:
    return _choose(AlphaBeta, position, limits, horizon, heuristic)


def choose_by_heuristic(position: Position, limits: Limits) -> Cell:
    """Return a cell that wins, else a most promising one; it takes some milliseconds at most."""
    return limits.random().choice(winning_cells(position) or _most_promising(position))


def _choose(
    kind: type[Minimax] | type[AlphaBeta],
    position: Position,
    limits: Limits,
    horizon: int,
    heuristic: str,
) -> Cell:
    random = limits.random()
    cells = random.sample(position.legal_moves(), position.free.bit_count())
    search = kind(horizon, heuristic_named(heuristic, random), Budget(limits), {})
    return _best(search.search(position, cells), otherwise=cells[0])


def _best(search: EventStream, otherwise: Cell) -> Cell:
    """Return the last cell by which the first node of *search* improved, else *otherwise*."""
    best = otherwise
    try:
        for event in search:
            if isinstance(event, Improved) and not event.path:
                best = event.cell
    except OutOfBudget:
        pass
    return best


def _most_promising(position: Position) -> list[Cell]:
    worths = dict(worths_of_moves(position))
    best = max(worths.values())
    return [cell for cell, worth in worths.items() if worth == best]
