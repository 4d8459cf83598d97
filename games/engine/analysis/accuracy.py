"""How accurate a side's decisions were, in percent.

A decision is a move that made a difference (`is_decision`). Its cost goes from 0 for the best move
to 1 for a blunder, and the accuracy is 100 less the average cost in percent. A move that is only
estimated costs the more, the more of the estimate it gives away. If it is called good, it costs
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from games.engine.analysis.labels import Code, Label, MoveGrade
from games.engine.search.value import Value

COSTS: Mapping[Label, float] = MappingProxyType(
    {
        Label.BEST: 0.0,
        Label.ONLY: 0.0,
        Label.GOOD: 0.0,
        Label.SLOWER: 0.1,
        Label.MISTAKE: 0.5,
        Label.BLUNDER: 1.0,
    }
)
ESTIMATED = frozenset({Code.LOOKS_BEST, Code.LOOKS_GOOD, Code.LOOKS_WEAKER})


def accuracies(
    moves: Sequence[MoveGrade], estimates: Sequence[float], cells: int
) -> tuple[float | None, float | None]:
    """Return the accuracies of the side that began and of the other, from 0 to 100.

    *estimates* say how the game stood before the first of *moves* and after each, from -1 to 1.
    *cells* is the size of the board. None for a side without a decision.
    """
    costs: tuple[list[float], list[float]] = [], []
    for move, (before, after) in zip(moves, pairwise(estimates), strict=True):
        if is_decision(move, cells):
            given_away = abs(before - after)
            costs[move.ply % 2].append(_cost(move, given_away))
    return _average(costs[0]), _average(costs[1])


def is_decision(move: MoveGrade, cells: int) -> bool:
    """Return whether *move*, on a board of *cells* cells, says something about who made it.

    A forced move does not, and neither does a move without even an estimate. In a lost position a
    move does only if it is known that some moves lose later than others.
    """
    if move.value is Value.LOSS and move.label in (Label.BEST, Label.GOOD):
        return move.label is Label.BEST and len(move.best) < cells - move.ply
    if move.label is Label.OPEN:
        return move.reason.code in ESTIMATED
    return move.label is not Label.FORCED


def _cost(move: MoveGrade, given_away: float) -> float:
    """Return what *move* costs, from 0 to 1.

    A slip, or a move that looks weaker, costs half of the estimate that it gives away, because a
    win is 2 above a loss. A slip costs at least as much as a mistake if it is proven to lose; if
    not, it may still win, and costs at least as much as a slower win.
    """
    if move.label is Label.OPEN:
        return given_away / 2 if move.reason.code is Code.LOOKS_WEAKER else 0.0
    if move.label is not Label.SLIP:
        return COSTS[move.label]
    least = Label.MISTAKE if move.value is Value.LOSS else Label.SLOWER
    return min(1.0, max(COSTS[least], given_away / 2))


def _average(costs: Sequence[float]) -> float | None:
    return 100.0 * (1.0 - sum(costs) / len(costs)) if costs else None
