"""Proofs: who wins a position with perfect play, in how many plies, and how.

    proof = solve(position, Limits(seconds=1))

All of it is proven by an exhaustive search (see `kernels.solver`), never guessed. `value` is None
where the limits, or a board that is too large, left it open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.core.rules import Cell, Position
from games.engine.budget import Limits
from games.engine.kernels.parts import FEW, SMALL, Part
from games.engine.kernels.solver import move_all
from games.engine.kernels.watchdog import watched
from games.engine.player import check_possible
from games.engine.search.inquiry import Inquiry
from games.engine.search.principal_line import principal_line
from games.engine.search.prover import Prover, empty_table
from games.engine.search.value import Value

MANY = 1 << 62  # nodes, if the limits do not say
NODES_A_SECOND = 400_000
MIN_BITS, MAX_BITS = 14, 23  # of the table: 0.25 to 128 MB


class ProofKind(StrEnum):
    """How a value is known."""

    OVER = "over"  # the game has ended
    SEARCH = "search"  # every line of play that matters was looked at
    OPEN = "open"  # it is not known


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven about a position, seen by its side to move."""

    value: Value | None
    plies: int | None  # until the line, both playing their best; None for a draw or if not proven
    line: tuple[Cell, ...]  # best moves of both, as far as the limits allowed
    kind: ProofKind
    nodes: int  # positions looked at


def solve(position: Position, limits: Limits | None = None, prover: Prover | None = None) -> Proof:
    """Prove the value of *position* and its distance, within *limits*.

    A *prover* of the same ruleset lends what it remembers. Raises ImpossiblePosition.
    """
    check_possible(position)
    limits = limits or Limits()
    SOLVER.ensure_ready()
    prover = prover or prover_for(position, limits)
    before = prover.nodes
    with watched(limits) as stop:
        inquiry = Inquiry(prover, position)
        inquiry.settle(nodes_of(limits), stop)
        left = nodes_of(limits) - (prover.nodes - before)
        line = principal_line(prover, inquiry, left, stop)
    return Proof(inquiry.value, inquiry.plies, line, _kind(inquiry), prover.nodes - before)


def _use() -> None:
    solve(Position(SMALL), FEW)
    move_all(empty_table(1), empty_table(2))  # only a longer question would call it


SOLVER = Part("the exact solver", _use)


def prover_for(position: Position, limits: Limits, least: int = 0) -> Prover:
    """Return a prover whose table is as large as the limits, or the *least* nodes, can fill."""
    nodes = max(least, min(nodes_of(limits), max(0.0, limits.seconds) * NODES_A_SECOND))
    most = 1 << MAX_BITS
    bits = int(min(nodes, most)).bit_length()
    return Prover(position.ruleset, max(MIN_BITS, min(MAX_BITS, bits)))


def nodes_of(limits: Limits) -> int:
    return MANY if limits.nodes is None else limits.nodes


def _kind(inquiry: Inquiry) -> ProofKind:
    if inquiry.value is None:
        return ProofKind.OPEN
    return ProofKind.OVER if inquiry.position.is_over else ProofKind.SEARCH


__all__ = ["Proof", "ProofKind", "Value", "nodes_of", "prover_for", "solve"]
