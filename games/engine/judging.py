"""Who wins a position with perfect play, asked again and again about one ruleset."""

from __future__ import annotations

from games.core.rules import Position, Ruleset
from games.engine.conformance import Judge
from games.engine.limits import Limits
from games.engine.proof import solve
from games.engine.prover import Prover

NODES = 20_000  # positions looked at for one answer


def judge_of(ruleset: Ruleset, nodes: int = NODES) -> Judge:
    """A judge that answers what can be proven within *nodes*, and None otherwise."""
    prover = Prover(ruleset)
    limits = Limits(seconds=float("inf"), nodes=nodes)

    def judge(position: Position) -> int | None:
        value = solve(position, limits, prover).value
        return None if value is None else int(value)

    return judge
