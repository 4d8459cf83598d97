"""The swap rule's choices: where to put the first mark, and whether to answer it or take it over.

Whoever begins marks a cell that is proven to be a draw, if there is one. Otherwise the cell has a
little less than half as many lines as the busiest one, so that the sides are about even.

The other side's choice is decided by a proof, if one is found in time; else by a win that the
search for large boards sees; else by the lines through the mark: with half as many as the busiest
cell has, or more, it is taken over. Where the prover knows the answer (5×6 to 7×7, four in a row)
this rule agrees with it, but for some marks next to the edge.
"""

from __future__ import annotations

from dataclasses import replace

from games.core.rules import Cell, Position, Ruleset, cells_of
from games.engine.budget import Limits
from games.engine.kernels.deepening import SURE
from games.engine.openings.first_cells import drawn_first_cells
from games.engine.players.proving import free_of_clock
from games.engine.search import strong
from games.engine.search.proof import solve
from games.engine.search.value import Value

SHARE_OF_TIME = 0.5  # for the proof; the search gets the rest
WORTH_TAKING = 0.5  # share of the lines that the busiest cell has


def first_mark(ruleset: Ruleset, limits: Limits) -> Cell:
    """Return a first cell that leaves the sides as even as can be."""
    cells = drawn_first_cells(ruleset) or _of_middling_worth(ruleset)
    return limits.random().choice(cells)


def _of_middling_worth(ruleset: Ruleset) -> tuple[Cell, ...]:
    """Return the cells with the most lines of those that, by their lines, are not worth taking."""
    lines = [len(through) for through in ruleset.lines_through]
    poor = [number for number in lines if number < WORTH_TAKING * max(lines)]
    wanted = max(poor, default=min(lines))
    return tuple(cell for cell, number in enumerate(lines) if number == wanted)


def wants_first_mark(position: Position, limits: Limits) -> bool:
    """Return whether the side to move would rather have the one mark on the board than answer it.

    Raises ValueError unless there is just one mark, and ImpossiblePosition if it is of the side to
    move.
    """
    (first,) = cells_of(position.own | position.opposing)
    proof = solve(position, free_of_clock(position, limits))
    if proof.value is None:
        proof = solve(position, replace(limits, seconds=limits.seconds * SHARE_OF_TIME))
    if proof.value is not None:
        return proof.value is Value.LOSS
    seen = strong.search(position, replace(limits, seconds=limits.seconds * (1 - SHARE_OF_TIME)))
    if abs(seen.worth) > SURE:
        return seen.worth < 0
    lines = position.ruleset.lines_through
    return len(lines[first]) >= WORTH_TAKING * max(len(through) for through in lines)
