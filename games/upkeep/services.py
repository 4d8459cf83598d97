"""What a server does without being asked: heartbeats, flags that fall, rooms that are behind."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.core.errors import GameError
from games.live import announce, database, downtime, roll_call
from games.live.database import Unavailable
from games.live.isolation import log_errors
from games.live.room import Room
from games.live.rooms import rooms
from games.models import Game

# A room that is open, here or in another process, lets its flag fall by itself. One that is open
# here is looked after all the same; one elsewhere may be in a process that is cut off.
LEFT_TO_THE_ROOM = timedelta(seconds=2)
FLAGS_AT_ONCE = 100  # the others a second later
GAMES_AT_ONCE = 1000  # keys in one query; SQLite has a limit


def expect_outage() -> None:
    """Begin to look for outages: a server starts, on the event loop that runs."""
    here = rooms()
    downtime.expect_outage(lambda: [room.game.pk for room in here.going_on()])


async def write_heartbeat() -> None:
    """Write that this server is alive. Raises Unavailable.

    If it was away, clocks have got their time back, and open rooms show that.
    """
    healed = await database.run(_write_heartbeat)
    if healed:
        await _refresh([room for room in rooms().going_on() if room.game.pk in healed])


def _write_heartbeat() -> set[int]:
    downtime.write_heartbeat(timezone.now())
    return downtime.take_healed()


async def fall_flags(*, now: datetime) -> int:
    """End the games whose time has been up for a while at *now*, the longest overdue first.

    Several processes may do this at once: each game ends once. A game that is open in another
    process is left to it: it may be cut off from the database, and give its clock time back.
    Returns how many ended here. Raises Unavailable.
    """
    fallen, left = 0, set[str]()
    while overdue := await database.run(_overdue, now, left):
        elsewhere = await _open_elsewhere(overdue)
        fallen += sum(await asyncio.gather(*map(_fall_flag, overdue - elsewhere)))
        if not elsewhere:
            break
        # Look again without those, or a hundred of them would hide whatever comes after.
        left |= elsewhere
    return fallen


async def _open_elsewhere(uids: set[str]) -> set[str]:
    """Those of the games *uids* that another process has open, and this one has not."""
    unknown = {uid for uid in uids if rooms().find_open(uid) is None}
    if settings.PROCESSES == 1 or not unknown:
        return set()
    return unknown & await roll_call.open_anywhere(unknown)


async def compare_rooms() -> None:
    """Let rooms catch up with other processes, and tell those that this one has the game, too.

    This heals what a lost hint has missed. Nothing to do for a process that is alone. Raises
    Unavailable.
    """
    if settings.PROCESSES == 1:
        return
    here = rooms().going_on()
    for room in here:
        room.peers.remind()
    await _refresh(here)


async def _refresh(behind: Sequence[Room]) -> None:
    """Let the rooms that are behind the database read their games again."""
    versions = await database.run(_versions, [room.game.pk for room in behind])
    for room in behind:
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


def _overdue(now: datetime, left: Collection[str]) -> set[str]:
    """The games that are overdue, without those *left* to others."""
    downtime.compensate_outages()
    overdue = Game.objects.overdue(now - LEFT_TO_THE_ROOM).exclude(uid__in=left)
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
