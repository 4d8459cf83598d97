"""What the engine finds out about positions that people ask for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass

import msgspec
from django.core.cache import cache

from games.core.errors import GameError, TooFast
from games.core.rules import Position
from games.engine import Limits
from games.engine.analysis.moves import Analysis, MoveWorth
from games.live import database
from games.workers import thinking
from tictactoe_site.common.throttles import BackOff

SECONDS = 1.5  # of search, when nobody else waits
SECONDS_KEPT = 24 * 3600  # what is proven whole
SECONDS_KEPT_OPEN = 600  # what another search may know more about
FREE_CELLS = 12  # boards that take no time worth counting
PER_ADDRESS = BackOff("position-address", free=120, wait=2, longest=60)
PER_ASKER = BackOff("position", free=60, wait=2, longest=60)


@dataclass(frozen=True, slots=True)
class Found:
    """What is kept of an analysis: whoever asks has the position."""

    moves: tuple[MoveWorth, ...]
    nodes: int


async def study(
    *,
    position: Position,
    asker: str,
    address: str,
    meanwhile: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> Analysis:
    """What each move of *position*, which goes on, is worth, as far as that can be proven in time.

    What was found before costs nothing. On larger boards the rest counts for *asker*, a user or an
    address, and for the *address* a user comes from. The engine is waited for in the context that
    *meanwhile* makes. Raises GameError: too_fast, too_busy.
    """
    key = _key(position)
    if known := await database.run(_kept, key):
        return Analysis(position, known.moves, known.nodes)
    is_counted = position.ruleset.cells > FREE_CELLS
    if is_counted and (wait := await database.run(_count_for, asker, address)):
        raise TooFast(wait)
    async with meanwhile():
        analysis = await _search(position)
    seconds = SECONDS_KEPT if analysis.is_complete else SECONDS_KEPT_OPEN
    found = Found(analysis.moves, analysis.nodes)
    await database.run(cache.set, key, msgspec.msgpack.encode(found), seconds)
    return analysis


async def _search(position: Position) -> Analysis:
    from games.engine.analysis.analyser import analyse  # loads the compiler

    try:
        return await thinking.study(
            lambda seconds: analyse(position, Limits(seconds=seconds)), SECONDS
        )
    except thinking.TooManySearches:
        raise GameError("too_busy") from None


def _kept(key: str) -> Found | None:
    """What is kept for *key*, if this version of the site can read it: another may have kept it."""
    try:
        return msgspec.msgpack.decode(cache.get(key) or b"", type=Found)
    except msgspec.DecodeError:
        return None


def _count_for(asker: str, address: str) -> int:
    """Count one search; how many seconds to wait first, if it comes too early."""
    wait = PER_ASKER.enter(asker)
    if not wait and (wait := PER_ADDRESS.enter(address)):
        PER_ASKER.forgive(asker)
    return wait


def _key(position: Position) -> str:
    text = f"{position.ruleset}:{position.own}:{position.opposing}"
    return f"position:1:{hashlib.sha256(text.encode()).hexdigest()}"
