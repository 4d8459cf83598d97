"""The proofs behind `games.engine.openings.balanced`."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from games.core.rules import Position, Ruleset
from games.core.symmetry import settled_moves
from games.engine.budget import Limits
from games.engine.kernels.watchdog import watched
from games.engine.openings.balanced import Opening, Openings, candidates
from games.engine.search.inquiry import Inquiry
from games.engine.search.proof import nodes_of
from games.engine.search.prover import Prover
from games.engine.search.value import Value

TABLE_BITS = 20  # 16 MB


def prove_openings(ruleset: Ruleset, limits: Limits, most: int) -> Openings:
    """Return the openings of *ruleset* that are proven to be draws, each within *limits*.

    At most *most* are kept: the hardest.
    """
    memory = Prover(ruleset, TABLE_BITS)
    drawn, left = [], 0
    positions = candidates(ruleset)
    for position in positions:
        value, _ = prove_value(position, limits, memory)
        left += value is None
        if value is Value.DRAW:
            drawn.append(_opening(position, limits))
    hardest = sorted(drawn, key=attrgetter("nodes"), reverse=True)[:most]
    kept = sorted(hardest, key=attrgetter("moves"))
    return Openings(tuple(kept), len(positions), len(drawn), left)


def _opening(position: Position, limits: Limits) -> Opening:
    """Prove *position* once more, without what earlier proofs remember, to see how hard it is."""
    _, nodes = prove_value(
        position, replace(limits, nodes=None), Prover(position.ruleset, TABLE_BITS)
    )
    first, answer, second = settled_moves(position)
    return Opening((first, answer, second), nodes)


def prove_value(position: Position, limits: Limits, prover: Prover) -> tuple[Value | None, int]:
    """Return who wins *position*, whatever the distance, and how many positions were looked at."""
    before = prover.nodes
    with watched(limits) as stop:
        inquiry = Inquiry(prover, position)
        inquiry.find_value(nodes_of(limits), stop)
    return inquiry.value, prover.nodes - before
