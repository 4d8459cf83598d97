"""The players that search the game tree by the book: minimax, alpha-beta, and one move ahead.

Minimax and alpha-beta mark the best cell that their search has found at the root, also when the
limits end it early. The first moves are searched in random order, so that equal ones take turns.
The player that looks one move ahead chooses as they do with a horizon of 1 and the same heuristic.
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
    """Return a cell that wins, else one that looks best; it takes some milliseconds at most."""
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
    """Return the best cell that *search* found at the root; *otherwise* if it found none."""
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
