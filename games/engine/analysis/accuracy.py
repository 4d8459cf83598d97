"""How accurate a side's decisions were, in percent.

A decision is a move that was neither forced nor lost in any case. Each costs a part of what there
was to lose, from 0 for the best move to 1 for a win that became a loss; the accuracy is what is
left of 100 on average. A move that is only estimated costs what it is estimated to give away, and
nothing if that is so little that it is called good.
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
    """Return accuracies from 0 to 100, of the side that began, on *cells* cells, and of the other.

    *estimates* say how the game stood before the first of *moves* and after each, from -1 to 1.
    None for a side without a decision.
    """
    costs: tuple[list[float], list[float]] = [], []
    for move, (before, after) in zip(moves, pairwise(estimates), strict=True):
        if is_decision(move, cells):
            given_away = abs(before - after)
            costs[move.ply % 2].append(_cost(move, given_away))
    return _average(costs[0]), _average(costs[1])


def is_decision(move: MoveGrade, cells: int) -> bool:
    """Return whether *move*, on a board of *cells* cells, says something about who made it.

    A forced move does not, nor one without even an estimate, nor one of a lost game if no other is
    known to hold out longer or less long.
    """
    if move.value is Value.LOSS and move.label in (Label.BEST, Label.GOOD):
        return move.label is Label.BEST and len(move.best) < cells - move.ply
    if move.label is Label.OPEN:
        return move.reason.code in ESTIMATED
    return move.label is not Label.FORCED


def _cost(move: MoveGrade, given_away: float) -> float:
    """Return what *move* costs, from 0 to 1.

    A slip and a move that looks weaker cost half of what they give away, for a win is 2 above a
    loss. A slip costs no less than a mistake if it loses for certain, else than a slower win, for
    it may still win.
    """
    if move.label is Label.OPEN:
        return given_away / 2 if move.reason.code is Code.LOOKS_WEAKER else 0.0
    if move.label is not Label.SLIP:
        return COSTS[move.label]
    least = Label.MISTAKE if move.value is Value.LOSS else Label.SLOWER
    return min(1.0, max(COSTS[least], given_away / 2))


def _average(costs: Sequence[float]) -> float | None:
    return 100.0 * (1.0 - sum(costs) / len(costs)) if costs else None
