"""The nodes of `quiet_wins`: a position, the moves that are tried there, and its proof numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core.rules import Cell
from games.engine.kernels.threat_proofs import NONE

INFINITE = 1 << 40
DISPROOF_OF_REPLY = 12  # of a reply that was not looked at yet


@dataclass(slots=True)
class QuietNode:
    proof: int = 1
    disproof: int = 1
    moves: list[Cell] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    children: list[QuietNode | None] = field(default_factory=list)
    untried: int = 0  # so many of the first replies were not tried against an earlier win yet
    threat: int = NONE  # the attacker's win by threats; where the defender is to move, after a pass
    last: int = NONE  # the last win by threats against a reply
    hint: Cell | None = None  # the last quiet move that answered a reply

    def decide(self, *, is_won: bool) -> None:
        self.proof, self.disproof = (0, INFINITE) if is_won else (INFINITE, 0)


def won_by(node: QuietNode) -> Cell:
    return next(
        cell
        for cell, child in zip(node.moves, node.children, strict=True)
        if child is not None and child.proof == 0
    )


def sum_up(node: QuietNode, *, defends: bool) -> tuple[int | None, int, int]:
    """Work out a node's numbers from those of its moves, as `kernels.threes.sum_up` does."""
    best, least, second, largest, number = None, INFINITE, INFINITE, 0, 0
    for index, child in enumerate(node.children):
        if child is not None:
            proof, disproof = child.proof, child.disproof
        else:
            proof, disproof = 1, DISPROOF_OF_REPLY if defends else 1
        if (disproof if defends else proof) == 0:
            node.decide(is_won=not defends)
            return None, second, number
        if (proof if defends else disproof) == 0:
            continue
        own, other = (disproof, proof) if defends else (proof + node.costs[index] - 1, disproof)
        number += 1
        largest = max(largest, other)
        if own < least:
            best, least, second = index, own, least
        else:
            second = min(second, own)
    others = number - 1
    if best is None:
        node.decide(is_won=defends)
    elif defends:
        node.proof, node.disproof = largest + others, least
    else:
        node.proof, node.disproof = least, largest + others
    return best, second, others
