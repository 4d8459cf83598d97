"""Turns of a walk, in which a visitor plays O against a stored proof.

They are searched in the engine's threads, and kept for the next visitor.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from django.core.cache import cache

from games.core.errors import GameError
from games.core.rules import Cell, Ruleset
from games.engine.proving.stored import stamp_of
from games.learn.positions.addresses import board_name, cells_name
from games.learn.walks.turns import WalkedTurn
from games.live.limits import WALKS, WALKS_OF_ADDRESS, enter_asker
from games.live.storage import database
from games.live.workers import thinking
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.common.page_place import without_place

# What the slowest turn took, nearly all of it to count the marks that X still needs.
SECONDS = 2.0
SECONDS_KEPT = 24 * 3600
MAX_AT_ONCE = 4  # a turn cannot be cut short, and moves wait behind it
AT_WORK = Cap()

_decoder = msgspec.msgpack.Decoder(WalkedTurn)


async def turn_after(
    *, ruleset: Ruleset, replies: Sequence[Cell], asker: str, address: str = ""
) -> WalkedTurn:
    """Return the turn after O's *replies*, or the last turn before a reply that is not proven.

    What was found before costs nothing. The rest counts for *asker*, a user or an address, and for
    the *address* a user comes from. Raises IllegalMove (cell_taken, game_over) or GameError
    (too_fast, too_busy).
    """
    key = await database.run(_key, ruleset, replies)
    if known := await database.run(_cached_turn, key):
        return known
    if not AT_WORK.take(most=MAX_AT_ONCE):
        raise GameError("too_busy")
    try:
        # Only whoever is let in is counted: to be turned away costs nothing.
        await database.run(_count, asker, address)
        async with without_place():
            turn, is_complete = await _find_out(ruleset, replies)
    finally:
        AT_WORK.give_back()
    if is_complete:
        await database.run(cache.set, key, msgspec.msgpack.encode(turn), SECONDS_KEPT)
    return turn


async def _find_out(ruleset: Ruleset, replies: Sequence[Cell]) -> tuple[WalkedTurn, bool]:
    """Return the turn, and whether the marks that X still needs are counted in it.

    They are not counted while others wait for the engine, which leaves too little time.
    """
    from games.learn.walks.walking import walk  # loads the compiler

    def search(seconds: float) -> tuple[WalkedTurn, bool]:
        with_marks = seconds >= SECONDS / 2
        return walk(ruleset, replies, with_marks=with_marks), with_marks

    return await thinking.study(search, SECONDS)


def _count(asker: str, address: str) -> None:
    enter_asker(asker, address, each=WALKS, of_address=WALKS_OF_ADDRESS)


def _key(ruleset: Ruleset, replies: Sequence[Cell]) -> str:
    # 2 is the version of the stored form: versions of the site share the cache.
    names = hashlib.sha256(cells_name(ruleset, replies).encode()).hexdigest()
    return f"walked:2:{board_name(ruleset)}:{stamp_of(ruleset)}:{names}"


def _cached_turn(key: str) -> WalkedTurn | None:
    """Return what is kept, if this version of the site can read it."""
    try:
        return _decoder.decode(cache.get(key) or b"")
    except msgspec.DecodeError:
        return None
