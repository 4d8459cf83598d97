"""Gives running clocks back, once, the time that an outage took.

While a server runs it writes a heartbeat every few seconds. A server that starts after a silence
notes an outage, and so does one that reaches the database again after it was away: nobody could
have moved meanwhile. No game is read, and no flag falls, before all clocks that ran have been set
right. Which games have been is told by their own logs, so it may be broken off at any point, and
two processes may do it at the same time. A process that was cut off alone gives the time back to
the games that are open in it. Runs in the database thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.core.errors import GameError
from games.live.records import Conflict, Entry, write
from games.models import Event, Game, GameQuerySet, Heartbeat, Outage, milliseconds
from games.models.moments import MILLISECOND

logger = logging.getLogger(__name__)

HEARTBEAT_ROW = 1  # the key of the one row that all server processes write
SILENCE = timedelta(seconds=6)  # three heartbeats are missing: nobody was there
TO_FIND_BACK = timedelta(seconds=20)  # what players get beside the time they lost
BATCH = 200  # games in one transaction: others write in between
ATTEMPTS = 5  # at games that another process has just written


@dataclass(slots=True)
class Connection:
    """What this process knows of its own way to the database."""

    has_just_started: bool = False
    seen_at: datetime | None = None  # of a server: when it last reached the database
    failed_at: datetime | None = None  # the first time since clocks were last set right
    healed: set[int] = field(default_factory=set)  # games whose open rooms have not heard of it
    open_games: Callable[[], Sequence[int]] = tuple  # the ids of those that go on in this process

    def may_have_been_away(self, now: datetime) -> bool:
        was_silent = self.seen_at is not None and now - self.seen_at >= SILENCE
        return self.has_just_started or self.failed_at is not None or was_silent


here = Connection()


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which nobody could move, and what the log of a game tells that got it back."""

    began_at: datetime
    ended_at: datetime
    note: dict[str, Any]


def expect_outage(open_games: Callable[[], Sequence[int]]) -> None:
    """From now on look for an outage before anything else is read: a server starts.

    *open_games*, which is called in the database thread, tells the ids of the games that go on
    in this process.
    """
    here.has_just_started = True
    here.open_games = open_games


def note_failure() -> None:
    """The database has failed this process: look for an outage once it is back. In any thread."""
    here.failed_at = here.failed_at or timezone.now()


def compensate_outages() -> None:
    """Set all clocks right, if there may have been an outage since this was last done."""
    now, failed_at = timezone.now(), here.failed_at
    if not here.may_have_been_away(now):
        return
    note_outage(now, failed_at=failed_at)
    heal_outages()
    heal_cut_off(now)
    here.has_just_started = False
    here.seen_at = here.seen_at and now
    if here.failed_at == failed_at:
        here.failed_at = None


def take_healed() -> set[int]:
    """The games whose clocks this process has set right since it was last asked, by their ids."""
    healed, here.healed = here.healed, set()
    return healed


def write_heartbeat(now: datetime) -> None:
    """Write that this process is alive, but not over the traces of an outage."""
    compensate_outages()
    Heartbeat.objects.bulk_create(
        [Heartbeat(pk=HEARTBEAT_ROW, at=now)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["at"],
    )
    here.seen_at = now


def note_outage(now: datetime, *, failed_at: datetime | None = None) -> None:
    """Note the outage since the last heartbeat: of several processes, one does.

    It is one if that heartbeat is long ago, or if the database has failed this process at
    *failed_at* and no process has reached it since.
    """
    last = Heartbeat.objects.filter(pk=HEARTBEAT_ROW).values_list("at", flat=True).first()
    if last is None:
        return
    if now - last < SILENCE and (failed_at is None or last > failed_at):
        return
    with transaction.atomic():
        if Heartbeat.objects.filter(pk=HEARTBEAT_ROW, at=last).update(at=now):
            Outage.objects.create(began_at=last, ended_at=now)


def heal_outages() -> None:
    """Give every clock that ran during an outage its time back."""
    for outage in Outage.objects.filter(healed_at=None).order_by("pk"):
        absence = Absence(outage.began_at, outage.ended_at, {"outage": outage.pk})
        ids = list(_waiting(absence).values_list("pk", flat=True))
        _heal(absence, ids)
        Outage.objects.filter(pk=outage.pk).update(healed_at=timezone.now())
        logger.info("gave %d games the time back that an outage took: %s", len(ids), outage)


def heal_cut_off(now: datetime) -> None:
    """Give the games that are open here the time back for which this process was away alone."""
    if here.seen_at is None:
        return
    outages = Outage.objects.filter(ended_at__gt=here.seen_at).values_list("ended_at", flat=True)
    began_at = max([here.seen_at, *outages])  # what all have lost, all have got back
    if now - began_at < SILENCE:
        return
    ids = here.open_games()
    _heal(Absence(began_at, now, {"cut_off": began_at.isoformat()}), ids)
    logger.warning("was cut off since %s; gave %d open games the time back", began_at, len(ids))


def _heal(absence: Absence, ids: Sequence[int]) -> None:
    for start in range(0, len(ids), BATCH):
        _extend(absence, ids[start : start + BATCH])
    here.healed.update(ids)


def _waiting(absence: Absence) -> GameQuerySet:
    """The games whose clocks ran during *absence* and have not got the time back."""
    noted = {f"data__{name}": value for name, value in absence.note.items()}
    is_done = Event.objects.filter(game=OuterRef("pk"), kind=Event.Kind.EXTENDED, **noted)
    running = Game.objects.ongoing().filter(deadline__isnull=False, turn_at__lt=absence.ended_at)
    return running.filter(~Exists(is_done))


def _extend(absence: Absence, ids: Sequence[int]) -> None:
    for _ in range(ATTEMPTS):
        games = _waiting(absence).filter(pk__in=ids).prefetch_related("moves")
        entries = list(_entries(absence, games))
        if not entries:
            return
        try:
            write(entries)
            return
        except Conflict:  # another process was faster with at least one of them
            if len(ids) > 1:
                for one in ids:
                    _extend(absence, [one])
                return


def _entries(absence: Absence, games: GameQuerySet) -> Iterator[Entry]:
    now = milliseconds(timezone.now())
    for game in games:
        assert game.turn_at is not None
        lost = absence.ended_at - max(absence.began_at, game.turn_at)
        try:
            match = game.match(game.moves.all())
        except GameError:
            logger.exception("a clock was not set right", extra={"game": game.uid})
            continue
        extended, events = match.extend(by=(lost + TO_FIND_BACK) // MILLISECOND)
        if events:
            yield Entry(game.pk, extended, events, None, now, note=absence.note, uid=game.uid)
