"""Where stored proofs have a position that was studied: kept for a day after each study.

The values are in the store like all others; this is the way into the proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from games.core.rules import Cell, Position
from games.core.symmetry import Symmetry

SECONDS_KEPT = 24 * 3600


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn of a stored proof: its moves as they lie there, and where its cells lie in a position.

    The last move is the first player's: in the position it is to be made, or has just been made.
    """

    moves: tuple[Cell, ...]
    to_position: Symmetry

    @property
    def cell(self) -> Cell:
        """The last move, as the position lies."""
        return self.to_position[self.moves[-1]]


def keep(position: Position, turn: StoredTurn) -> None:
    """Keep the turn that *position*, as it lies, has come to."""
    cache.set(_key(position), (turn.moves, turn.to_position), SECONDS_KEPT)


def turn_of(position: Position) -> StoredTurn | None:
    """Return what is kept of *position*."""
    kept = cache.get(_key(position))
    return StoredTurn(*kept) if kept else None


def _key(position: Position) -> str:
    ruleset = position.ruleset
    board = f"{ruleset.m}x{ruleset.n}x{ruleset.k}"
    return f"stored-turn:{board}:{position.own:x}:{position.opposing:x}"
