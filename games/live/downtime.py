"""Gives running clocks back the time that an outage took, once.

While a server runs it writes a heartbeat every few seconds. A server that starts after a silence
records an outage, and so does one that reaches the database again after losing it: nobody could
have moved meanwhile. No game is read, and no flag falls, before the clocks that were running have
been corrected. Each game's log says whether it has been compensated, so this may be interrupted at
any point, and two processes may do it at the same time. A process that alone was cut off from the
database gives the time back to the games that are open in it. Runs in the database thread.
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
from games.models.columns import MILLISECOND

logger = logging.getLogger(__name__)

HEARTBEAT_ROW = 1  # the key of the one row that all server processes write
SILENCE = timedelta(seconds=6)  # three heartbeats are missing: nobody was there
TIME_TO_RETURN = timedelta(seconds=20)  # what players get on top of the time they lost
BATCH = 200  # games in one transaction: others write in between
ATTEMPTS = 5  # at games that another process has just written


@dataclass(slots=True)
class Connection:
    """What this process knows about its own connection to the database."""

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
class Gap:
    """A time in which nobody could move, and the note in the log of a game that got it back."""

    began_at: datetime
    ended_at: datetime
    note: dict[str, Any]


def expect_outage(open_games: Callable[[], Sequence[int]]) -> None:
    """A server starts: look for an outage before anything else is read.

    *open_games* is called in the database thread and returns the ids of the games that are in
    progress in this process.
    """
    here.has_just_started = True
    here.open_games = open_games


def note_failure() -> None:
    """The database has failed this process: look for an outage once it is back. Thread-safe."""
    here.failed_at = here.failed_at or timezone.now()


def compensate_outages() -> None:
    """Correct all clocks if there may have been an outage since the last time."""
    now, failed_at = timezone.now(), here.failed_at
    if not here.may_have_been_away(now):
        return
    note_outage(now, failed_at=failed_at)
    heal_outages()
    heal_cut_off(now)
    here.has_just_started = False
    # Only a server counts its silence: a command that reads a game has none to begin with.
    here.seen_at = here.seen_at and now
    # A failure that came in the meantime is looked into the next time.
    if here.failed_at == failed_at:
        here.failed_at = None


def take_healed() -> set[int]:
    """The ids of the games whose clocks this process has corrected since the last call."""
    healed, here.healed = here.healed, set()
    return healed


def write_heartbeat(now: datetime) -> None:
    """Write that this process is alive, once an outage that this would hide has been recorded."""
    compensate_outages()
    # One statement whether the row exists or not, since two servers may write the first one.
    Heartbeat.objects.bulk_create(
        [Heartbeat(pk=HEARTBEAT_ROW, at=now)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["at"],
    )
    here.seen_at = now


def note_outage(now: datetime, *, failed_at: datetime | None = None) -> None:
    """Record the outage since the last heartbeat; of several processes only one succeeds.

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
        gap = Gap(outage.began_at, outage.ended_at, {"outage": outage.pk})
        ids = list(_waiting(gap).values_list("pk", flat=True))
        _heal(gap, ids)
        Outage.objects.filter(pk=outage.pk).update(healed_at=timezone.now())
        logger.info("gave %d games the time back that an outage took: %s", len(ids), outage)


def heal_cut_off(now: datetime) -> None:
    """Give the games that are open here the time back for which this process was away alone."""
    if here.seen_at is None:
        return
    outages = Outage.objects.filter(ended_at__gt=here.seen_at).values_list("ended_at", flat=True)
    began_at = max([here.seen_at, *outages])  # an outage for everybody has been compensated already
    if now - began_at < SILENCE:
        return
    ids = here.open_games()
    _heal(Gap(began_at, now, {"cut_off": began_at.isoformat()}), ids)
    logger.warning("was cut off since %s; gave %d open games the time back", began_at, len(ids))


def _heal(gap: Gap, ids: Sequence[int]) -> None:
    # In parts, so that moves of other games can be written in between.
    for start in range(0, len(ids), BATCH):
        _extend(gap, ids[start : start + BATCH])
    here.healed.update(ids)


def _waiting(gap: Gap) -> GameQuerySet:
    """The games whose clocks ran during *gap* and have not got the time back yet."""
    noted = {f"data__{name}": value for name, value in gap.note.items()}
    is_done = Event.objects.filter(game=OuterRef("pk"), kind=Event.Kind.EXTENDED, **noted)
    running = Game.objects.ongoing().filter(deadline__isnull=False, turn_at__lt=gap.ended_at)
    return running.filter(~Exists(is_done))


def _extend(gap: Gap, ids: Sequence[int]) -> None:
    for _ in range(ATTEMPTS):
        games = _waiting(gap).filter(pk__in=ids).prefetch_related("moves")
        entries = list(_entries(gap, games))
        # Another process may have compensated all of them.
        if not entries:
            return
        try:
            write(entries)
            return
        except Conflict:  # another process was faster with at least one of them
            if len(ids) > 1:
                for one in ids:
                    _extend(gap, [one])
                return


def _entries(gap: Gap, games: GameQuerySet) -> Iterator[Entry]:
    now = milliseconds(timezone.now())
    for game in games:
        assert game.turn_at is not None
        lost = gap.ended_at - max(gap.began_at, game.turn_at)
        try:
            match = game.match(move.played for move in game.moves.all())
        except GameError:
            logger.exception("a clock was not set right", extra={"game": game.uid})
            continue
        extended, events = match.extend(by=(lost + TIME_TO_RETURN) // MILLISECOND)
        if events:
            yield Entry(game.pk, extended, events, None, now, note=gap.note, uid=game.uid)
