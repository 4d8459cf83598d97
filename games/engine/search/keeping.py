"""A move that keeps what is proven of a position: the first that is proven to."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag
from games.engine.search.prover import ENDLESS, Prover
from games.engine.search.value import Value

FIRST_SLICE = 512  # positions for each move; twice as many with every round


def keeping_move(
    prover: Prover, position: Position, value: Value, cells: Iterable[Cell], nodes: int, stop: Flag
) -> Cell | None:
    """Return the first of *cells* found to keep *value*, which *position* is proven to be worth.

    None if *nodes* positions or *stop* end the search first. A prover that has just proven the
    value remembers most of what is asked.
    """
    end, slice_size, left = prover.nodes + nodes, FIRST_SLICE, list(cells)
    while left:
        unknown = []
        for cell in left:
            if prover.nodes >= end or stop[0]:
                return None
            most = min(slice_size, end - prover.nodes)
            keeps = _keeps(prover, position.play(cell), value, most, stop)
            if keeps:
                return cell
            if keeps is None:
                unknown.append(cell)
        left, slice_size = unknown, 2 * slice_size
    return None


def _keeps(prover: Prover, after: Position, value: Value, nodes: int, stop: Flag) -> bool | None:
    """Whether the side that has moved to *after* has *value* there; None if that stays open."""
    if after.is_over:
        return after.is_won or value is not Value.WIN
    if value is Value.WIN:
        return prover.wins_within(after, mover=False, plies=ENDLESS, nodes=nodes, stop=stop)
    loses = prover.wins_within(after, mover=True, plies=ENDLESS, nodes=nodes, stop=stop)
    return None if loses is None else value is Value.LOSS or not loses
