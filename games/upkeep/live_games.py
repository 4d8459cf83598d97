"""What a server does without being asked: heartbeats, flags that fall, rooms that are behind."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db.models import Q

from games.core.errors import GameError
from games.live import announce
from games.live.cluster import processes
from games.live.room import Room
from games.live.rooms import rooms
from games.live.storage import database, downtime
from games.live.storage.database import Unavailable, log_errors
from games.models import Game

# How long an overdue game is left to its room: if one is open, it lets the flag fall by itself.
LEFT_TO_THE_ROOM = timedelta(seconds=2)
FLAGS_AT_ONCE = 100  # any others fall a second later
GAMES_AT_ONCE = 1000  # keys in one query; SQLite has a limit


async def write_heartbeat() -> None:
    """Write that this process lives, and take over the games newly open here. Raises Unavailable.

    Those that another living process has stay with it. If clocks were extended because of an
    outage, the open rooms read their games again.
    """
    new = [room for room in rooms().going_on() if room.is_to_be_taken_over]
    ids = [room.game.pk for room in new]
    has_extended = await database.run_for_heartbeats(partial(_write_heartbeat, ids))
    await _refresh(rooms().going_on() if has_extended else new)
    # Only now: if the database goes away before, the next heartbeat takes them over again.
    for room in new:
        room.note_taken_over()


def _write_heartbeat(open_here: list[int]) -> bool:
    has_extended = downtime.write_heartbeat()
    downtime.take_over(open_here)
    return has_extended


async def end_in_order() -> None:
    """Write a last heartbeat, and leave the games to other living processes. Raises Unavailable."""
    await database.run_for_heartbeats(downtime.end_in_order)


async def fall_flags(*, now: datetime) -> int:
    """End up to FLAGS_AT_ONCE games whose time ran out a while before *now*. Return how many.

    The longest overdue come first. Several processes may do this at once: each game ends once. A
    game that another process has is left to it. If that process hangs, nobody can move there.
    Raises Unavailable.
    """
    overdue = await database.run(_overdue, now)
    return sum(await asyncio.gather(*map(_fall_flag, overdue)))


async def compare_rooms() -> None:
    """Let open rooms catch up with what other processes have written. Raises Unavailable.

    Also remind those processes, once in a while, that this one has the game, too. This makes up for
    lost hints (`games/live/cluster/peer_processes.py`). A process that is alone has nothing to do.
    """
    if settings.PROCESSES == 1:
        return
    here = rooms().going_on()
    for room in here:
        room.peers.remind()
    await _refresh(here)


async def _refresh(open_rooms: Sequence[Room]) -> None:
    """Let those of *open_rooms* that are behind the database read their games again."""
    if not open_rooms:
        return
    versions = await database.run(_versions, [room.game.pk for room in open_rooms])
    for room in open_rooms:
        if room.match.version < versions.get(room.game.pk, 0):
            with log_errors("the room of %s does not catch up", room.game.uid):
                await room.refresh(versions[room.game.pk])


def _versions(ids: list[int]) -> dict[int, int]:
    return {
        pk: version
        for start in range(0, len(ids), GAMES_AT_ONCE)
        for pk, version in Game.objects.filter(
            pk__in=ids[start : start + GAMES_AT_ONCE]
        ).values_list("pk", "version")
    }


def _overdue(now: datetime) -> set[str]:
    """Return the uids of the longest overdue games that no other process has."""
    downtime.heal_if_away()
    ours = Q(held_by=None) | ~Q(held_by__in=list(processes.here.others))
    overdue = Game.objects.overdue(now - LEFT_TO_THE_ROOM).filter(ours)
    return set(overdue.values_list("uid", flat=True)[:FLAGS_AT_ONCE])


async def _fall_flag(uid: str) -> bool:
    with log_errors("the clock of %s does not run out", uid):
        try:
            async with rooms().enter(uid) as room:
                has_fallen = bool(await room.fall_flag())
        except (GameError, Unavailable):  # somebody else was faster, or it falls later
            return False
        if has_fallen:
            await announce.changed(uid, room.match.version)
        return has_fallen
    return False
