"""What searches prove, as values: what a position is worth with perfect play, and a win by threats.

This is a module of its own, which loads no kernels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from games.core.rules import Cell

# To be raised whenever a search may prove something else than before. Stored proofs of an older
# version are no longer used then.
PROOF_VERSION = 1


class Value(IntEnum):
    """Who wins with perfect play, seen by the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True, slots=True)
class Proven:
    """What is proven about a position, seen by its side to move."""

    value: Value
    plies: int | None = None  # until the line with best play; None for a draw or if not proven
    within: int | None = None  # where *plies* is None: a proven upper bound

    @property
    def is_exact(self) -> bool:
        """Whether nothing more can be proven."""
        return self.value is Value.DRAW or self.plies is not None

    def says_more_than(self, other: Proven) -> bool:
        """Return whether this proves more about the same position than *other*.

        An exact proof says more than one that is not, and a tighter bound more than a wider one.
        """
        if self.is_exact or other.is_exact:
            return self.is_exact and not other.is_exact
        if self.within is None or other.within is None:
            return other.within is None and self.within is not None
        return self.within < other.within

    def before_move(self) -> Proven:
        """Return the worth of the move that led to the position, to the side that made it."""
        return Proven(Value(-self.value), _plus(self.plies, 1), _plus(self.within, 1))

    def after_move(self) -> Proven:
        """Return the worth of the position after a move of this worth, to its side to move."""
        return Proven(Value(-self.value), _plus(self.plies, -1), _plus(self.within, -1))


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win by threats: its first move, and how many plies suffice from before it until the line.

    It comes with the moves that show it, and with what answers the other replies.
    """

    cell: Cell
    within: int
    line: tuple[Cell, ...]  # the moves of both from the first one to the complete line
    by_fours: bool  # by nothing but fours, each with one reply
    # The replies to the first move that could spoil it, each with how the game goes on after it.
    answers: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict)


def _plus(plies: int | None, more: int) -> int | None:
    return None if plies is None else plies + more
