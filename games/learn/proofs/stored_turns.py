"""Where stored proofs have a position that was studied: kept for a day after each study, under one
key for all its images.

The values are in the store like all others; this is the way into the proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from games.core.rules import Cell, Position
from games.core.symmetry import Symmetry, canonical, image, inverse, key_of, symmetries

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
    """Keep the turn that *position* has come to, for all its images."""
    to_key = _along(turn.to_position, _way_to_key(position))
    cache.set(_key(position), (turn.moves, to_key), SECONDS_KEPT)


def turn_of(position: Position) -> StoredTurn | None:
    """Return what is kept of *position*, as it lies."""
    kept = cache.get(_key(position))
    if kept is None:
        return None
    moves, to_key = kept
    return StoredTurn(moves, _along(to_key, inverse(_way_to_key(position))))


def _way_to_key(position: Position) -> Symmetry:
    """Return a way to lay *position* as the image that stands for all lies."""
    first = canonical(position)
    return next(way for way in symmetries(position.ruleset) if image(position, way) == first)


def _along(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return where the *second* takes what the *first* has laid."""
    return tuple(second[cell] for cell in first)


def _key(position: Position) -> str:
    ruleset = position.ruleset
    return f"stored-turn:{ruleset.m}x{ruleset.n}x{ruleset.k}:{key_of(position).hex()}"
