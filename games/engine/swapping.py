"""The swap rule's choice: to answer the first mark, or to take it over.

A proof decides where one is found in time, else a win that the search for large boards sees. What
neither knows goes by the lines through the mark: from half as many as the busiest cell has, it is
worth more to its owner than the next move. Where the prover knows both (5×6 to 7×7, four in a
row) the rule agrees with it, but for some marks beside the edge.
"""

from __future__ import annotations

from dataclasses import replace

from games.core.rules import Position, cells_of
from games.engine import strong
from games.engine.inquiry import Value
from games.engine.kernels.deepening import SURE
from games.engine.limits import Limits
from games.engine.solve import solve

SHARE_OF_TIME = 0.5  # for the proof; the search gets the rest
WORTH_TAKING = 0.5  # share of the lines that the busiest cell has


def wants_first_mark(position: Position, limits: Limits) -> bool:
    """Whether the side to move would rather have the one mark on the board than answer it.

    Raises ValueError unless just one mark stands.
    """
    (first,) = cells_of(position.opposing)
    proof = solve(position, replace(limits, seconds=limits.seconds * SHARE_OF_TIME))
    if proof.value is not None:
        return proof.value is Value.LOSS
    seen = strong.search(position, replace(limits, seconds=limits.seconds * (1 - SHARE_OF_TIME)))
    if abs(seen.worth) > SURE:
        return seen.worth < 0
    lines = position.ruleset.lines_through
    return len(lines[first]) >= WORTH_TAKING * max(len(through) for through in lines)
