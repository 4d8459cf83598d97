"""Heals outages: running clocks get back, once, the time in which nobody could move.

A server process that writes no heartbeat for a while has an outage: it hangs, was killed, has lost
the database, or the whole machine sleeps. Nobody can move in the games that it has, and no other
process lets their clocks run out. The clocks are extended by the time that was lost, and some more
for the players to return, when the outage is over for them:

- a process in which such a game is open, or is opened, takes it over;
- a process that is back takes a new number, and the games that it still has with it;
- the games of a process that is given up are taken over together.

The outage is healed once that has been done with all of its games. Whoever extends a clock writes a
step of the game by compare-and-swap, and has the game from then on. So several processes may heal
an outage at once, and one that dies halfway is followed by another. The clocks of games that no
process has are extended by the time in which there was no process at all. Each game's log says
for which outages its clock was extended. Runs in the threads for the database.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.core.errors import GameError
from games.live.cluster import processes
from games.live.storage.records import Conflict, JournalEntry, write
from games.models import (
    Event,
    Game,
    GameQuerySet,
    Heartbeat,
    Outage,
    ServerProcess,
    milliseconds,
    utc_now,
)
from games.models.columns import MILLISECOND

logger = logging.getLogger(__name__)

HEARTBEAT_ROW = 1  # the key of the one row that all server processes write
BETWEEN_SHARED_HEARTBEATS = timedelta(seconds=2)
# No shared heartbeat for so long is an outage of all processes: two are missing. The version that
# `deploy/released` names writes no other heartbeat, and this one every two seconds.
MIN_OUTAGE_OF_ALL = timedelta(seconds=6)
TIME_TO_RETURN = timedelta(seconds=20)  # what players get on top of the time they lost
BATCH = 200  # games in one transaction: others write in between
ATTEMPTS = 5  # at games that another process has just written

_writing = threading.Lock()  # one heartbeat at a time, whichever thread it comes from


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which nobody could move in the games of *process*; None: games that no process has.

    *note* stands in the log of each game whose clock was extended for it.
    """

    process: int | None
    began_at: datetime
    ended_at: datetime
    note: dict[str, Any]


def become_server() -> None:
    """Mark this process as a server: only servers look for outages, before they read a game."""
    processes.here.is_server = True


def note_failure() -> None:
    """Note that the database has failed this process: nobody can move here. Thread-safe."""
    processes.here.has_failed = True


def heal_if_away() -> None:
    """Write a heartbeat at once, and so heal outages, if this process may have been away.

    To be called before games are read and clocks run out.
    """
    if processes.here.is_unsettled(utc_now()):
        with _writing:
            # The thread that had the lock before may have done it.
            if processes.here.is_unsettled(utc_now()):
                write_heartbeat_at(time_of_database())


def time_of_database() -> datetime:
    """Return the time at which this thread has a connection, which may take seconds to open.

    With an earlier time an outage would seem to end too early, and clocks would get too little.
    """
    connection.ensure_connection()
    return timezone.now()


def write_heartbeat() -> bool:
    """Write that this process lives, and heal outages, its own and those of others.

    Returns whether clocks may have been extended, so that open rooms are to be read again.
    """
    with _writing:
        # The time is told only now. A process that waited for a long healing would write an old
        # one, and take itself for silent a second later.
        return write_heartbeat_at(time_of_database())


def end_in_order() -> None:
    """Write a last heartbeat; if other processes live, leave the games to them."""
    here, now = processes.here, timezone.now()
    with _writing:
        write_heartbeat_at(now)
    if here.number is not None and len(here.others) > len(here.silent()):
        ServerProcess.objects.filter(pk=here.number).delete()
    processes.here = processes.Processes()


def write_heartbeat_at(now: datetime) -> bool:
    """Do the work of `write_heartbeat` at *now*. To be called by one thread at a time."""
    here = processes.here
    has_returned = here.was_away(now) or not _update_row(now)
    if has_returned:
        _take_new_number(now)
    here.look(now)
    for number, at in here.given_up().items():
        _end_outage(number, began_at=at, ended_at=now)
    _write_shared_heartbeat(now)
    has_healed = heal_outages()
    if has_healed:
        here.look(now)
    here.settle()
    return has_returned or has_healed


def _update_row(now: datetime) -> bool:
    """Write *now* into this process's row; False if another process has given this one up."""
    here, since = processes.here, monotonic()  # taken before the write, which may take long
    if here.number is None or not ServerProcess.objects.filter(pk=here.number).update(at=now):
        return False
    here.note(here.number, now, since)
    return True


def _take_new_number(now: datetime) -> None:
    """Register this process under a new number; if it had one, record the outage that has ended."""
    here, since = processes.here, monotonic()
    here.settled_at = None  # whatever is decided here has to wait
    with transaction.atomic():
        row = ServerProcess.objects.create(at=now)
        if here.number is not None and here.at is not None:
            _end_outage(here.number, began_at=here.at, ended_at=now)
    here.note(row.pk, now, since)
    here.has_failed = False
    here.forget_silences()


def _end_outage(number: int, *, began_at: datetime, ended_at: datetime) -> None:
    """Record that the outage of a process is over; if several do so, one succeeds."""
    times = {"began_at": began_at, "ended_at": max(began_at, ended_at)}
    Outage.objects.get_or_create(process=number, defaults=times)


def _write_shared_heartbeat(now: datetime) -> None:
    """Update the shared heartbeat; if it was too old, record an outage of all processes."""
    last = Heartbeat.objects.filter(pk=HEARTBEAT_ROW).first()
    if last is None:
        Heartbeat.objects.bulk_create([Heartbeat(HEARTBEAT_ROW, now)], ignore_conflicts=True)
        return
    if timedelta() <= now - last.at < BETWEEN_SHARED_HEARTBEATS:
        return
    with transaction.atomic():
        # If several processes are back at once, only one succeeds.
        is_first = Heartbeat.objects.filter(pk=HEARTBEAT_ROW, at=last.at).update(at=now)
        if is_first and now - last.at >= MIN_OUTAGE_OF_ALL:
            Outage.objects.create(began_at=last.at, ended_at=now)


def heal_outages() -> bool:
    """Extend the clocks that ran during outages; return whether there were any outages."""
    unhealed = list(Outage.objects.filter(healed_at=None).order_by("pk"))
    for outage in unhealed:
        gap = Gap(outage.process, outage.began_at, outage.ended_at, {"outage": outage.pk})
        ids = list(_waiting(gap).values_list("pk", flat=True))
        extended = 0
        for start in range(0, len(ids), BATCH):
            extended += _extend(gap, ids[start : start + BATCH])
            _update_row(processes.here.expected_now())  # many take a while; this process lives
        left = _waiting(gap).count()
        with transaction.atomic():
            # Not earlier: as long as the row exists, no other process lets the clocks of its games
            # run out.
            if outage.process is not None:
                ServerProcess.objects.filter(pk=outage.process).delete()
            Outage.objects.filter(pk=outage.pk).update(healed_at=timezone.now())
        logger.info("clocks extended for the outage of %s: %d", outage, extended)
        if left:
            logger.warning("clocks not extended for the outage of %s: %d", outage, left)
    return bool(unhealed)


def is_silent(number: int | None) -> bool:
    """Return whether another process has this *number*, and is silent."""
    return number in processes.here.silent()


def take_over(ids: Iterable[int]) -> None:
    """Take the games *ids*, which are open here, unless a process that lives has them.

    The clocks of games of a silent process are extended by the time since its last heartbeat.
    """
    here, open_here = processes.here, list(ids)
    if here.number is None or not open_here:
        return
    for number, at in here.silent().items():
        _extend(Gap(number, at, timezone.now(), {"taken_over_from": number}), open_here)
    _held_by_none().filter(pk__in=open_here).update(held_by=here.number)


def _waiting(gap: Gap) -> GameQuerySet:
    """Return the games whose clocks ran during *gap* and have not been extended for it yet."""
    noted = {f"data__{name}": value for name, value in gap.note.items()}
    is_done = Event.objects.filter(game=OuterRef("pk"), kind=Event.Kind.EXTENDED, **noted)
    held = Game.objects.filter(held_by=gap.process) if gap.process else _held_by_none()
    running = held.ongoing().filter(deadline__isnull=False, turn_at__lt=gap.ended_at)
    return running.filter(~Exists(is_done))


def _held_by_none() -> GameQuerySet:
    known = ServerProcess.objects.values("pk")
    return Game.objects.ongoing().filter(Q(held_by=None) | ~Q(held_by__in=known))


def _extend(gap: Gap, ids: Sequence[int]) -> int:
    """Extend the clocks of those games *ids* that wait for it; return how many were extended here.

    A game that cannot be read, or that others write again and again, is left as it is.
    """
    for _ in range(ATTEMPTS):
        games = _waiting(gap).filter(pk__in=ids).prefetch_related("moves")
        entries = list(_entries(gap, games))
        # Another process may have extended all of them.
        if not entries:
            return 0
        with suppress(Conflict):  # another process was faster with at least one of them
            write(entries)
            return len(entries)
    # Those that are written again and again must not hold up the others.
    return sum(_extend(gap, [one]) for one in ids) if len(ids) > 1 else 0


def _entries(gap: Gap, games: GameQuerySet) -> Iterator[JournalEntry]:
    now = milliseconds(timezone.now())
    for game in games:
        assert game.turn_at is not None
        lost = max(timedelta(), gap.ended_at - max(gap.began_at, game.turn_at))
        try:
            match = game.match(move.played for move in game.moves.all())
        except GameError:
            logger.exception("a clock was not extended", extra={"game": game.uid})
            continue
        extended, events = match.extend(by=(lost + TIME_TO_RETURN) // MILLISECOND)
        if events:
            yield JournalEntry(game.pk, extended, events, None, now, note=gap.note, uid=game.uid)
