"""What the moves of a position are worth, found out once and kept for whoever asks next."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec
from django.core.cache import cache

from games.core.errors import GameError
from games.core.rules import Position
from games.engine import Limits
from games.engine.analysis.moves import Analysis, MoveWorth
from games.live import database
from games.workers import thinking

SECONDS = 1.5  # of search, when nobody else waits
SECONDS_KEPT = 24 * 3600  # what is proven whole
SECONDS_KEPT_OPEN = 600  # what another search may know more about


@dataclass(frozen=True, slots=True)
class Found:
    """What is kept of an analysis: whoever asks has the position."""

    moves: tuple[MoveWorth, ...]
    nodes: int


async def kept(position: Position) -> Analysis | None:
    """What an earlier study of *position* has found, if it is kept."""
    found = await database.run(_kept, _key(position))
    return found and Analysis(position, found.moves, found.nodes)


async def study(position: Position) -> Analysis:
    """What each move of *position*, which goes on, is worth, as far as that is proven in time.

    Raises GameError("too_busy").
    """
    from games.engine.analysis.analyser import analyse  # loads the compiler

    try:
        analysis = await thinking.study(
            lambda seconds: analyse(position, Limits(seconds=seconds)), SECONDS
        )
    except thinking.TooManySearches:
        raise GameError("too_busy") from None
    found = msgspec.msgpack.encode(Found(analysis.moves, analysis.nodes))
    seconds = SECONDS_KEPT if analysis.is_complete else SECONDS_KEPT_OPEN
    await database.run(cache.set, _key(position), found, seconds)
    return analysis


def _kept(key: str) -> Found | None:
    """What is kept for *key*, if this version of the site can read it: another may have kept it."""
    try:
        return msgspec.msgpack.decode(cache.get(key) or b"", type=Found)
    except msgspec.DecodeError:
        return None


def _key(position: Position) -> str:
    return f"study:1:{name_of(position)}"


def name_of(position: Position) -> str:
    """What *position* is called in the cache."""
    text = f"{position.ruleset}:{position.own}:{position.opposing}"
    return hashlib.sha256(text.encode()).hexdigest()
