"""Which turn of a stored proof a position is, so that its page can link to the walk there.

A study finds the turn. It is kept for a day, under one key for all images of the position. What the
proof says of the position's value is in `store`, like any other proof.
"""

from __future__ import annotations

from django.core.cache import cache

from games.core.rules import Position
from games.core.symmetry import Symmetry, canonical, image, inverse, key_of, symmetries
from games.engine.proving.stored import StoredTurn

SECONDS_KEPT = 24 * 3600


def keep(position: Position, turn: StoredTurn) -> None:
    """Keep which *turn* of a stored proof *position* is, for all its images."""
    to_key = _along(turn.to_position, _way_to_key(position))
    cache.set(_key(position), (turn.moves, to_key), SECONDS_KEPT)


def turn_of(position: Position) -> StoredTurn | None:
    """Return the turn that is kept for *position* or one of its images, if any."""
    kept = cache.get(_key(position))
    if kept is None:
        return None
    moves, to_key = kept
    return StoredTurn(moves, _along(to_key, inverse(_way_to_key(position))))


def _way_to_key(position: Position) -> Symmetry:
    """Return a symmetry that turns *position* into the image that stands for all."""
    first = canonical(position)
    return next(way for way in symmetries(position.ruleset) if image(position, way) == first)


def _along(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the symmetry that does what *first* does and then what *second* does."""
    return tuple(second[cell] for cell in first)


def _key(position: Position) -> str:
    ruleset = position.ruleset
    return f"stored-turn:{ruleset.m}x{ruleset.n}x{ruleset.k}:{key_of(position).hex()}"
