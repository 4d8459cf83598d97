"""What an outage took from running clocks, they get back, once.

While a server runs it writes a beat every few seconds. A server that starts after a silence
notes an outage, and no game is read before all clocks that ran have been set right. Which games
have been is told by their own logs, so it may be broken off at any point, and two processes may
do it at the same time. Runs in the database thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.core.errors import GameError
from games.live.records import Conflict, Entry, write
from games.models import Beat, Event, Game, GameQuerySet, Outage, milliseconds
from games.models.moments import MILLISECOND

logger = logging.getLogger(__name__)

THE_BEAT = 1  # its row
SILENCE = timedelta(seconds=6)  # three beats are missing: nobody was there
TO_FIND_BACK = timedelta(seconds=20)  # what players get beside the time they lost
BATCH = 200
ATTEMPTS = 5

_is_made_up = True


def expect_outage() -> None:
    """From now on look for an outage before anything else is read: a server starts."""
    global _is_made_up
    _is_made_up = False


def make_up() -> None:
    """Set all clocks right, unless this process has done so or is no server."""
    global _is_made_up
    if not _is_made_up:
        note_outage(timezone.now())
        heal_outages()
        _is_made_up = True


def beat(now: datetime) -> None:
    """Write that this process is alive, but not over the traces of an outage."""
    make_up()
    Beat.objects.bulk_create(
        [Beat(pk=THE_BEAT, at=now)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["at"],
    )


def note_outage(now: datetime) -> None:
    """Note the outage since the last beat, if that is long ago: of several processes, one does."""
    last = Beat.objects.filter(pk=THE_BEAT).values_list("at", flat=True).first()
    if last is None or now - last < SILENCE:
        return
    with transaction.atomic():
        if Beat.objects.filter(pk=THE_BEAT, at=last).update(at=now):
            Outage.objects.create(began_at=last, ended_at=now)


def heal_outages() -> None:
    """Give every clock that ran during an outage its time back."""
    for outage in Outage.objects.filter(healed_at=None).order_by("pk"):
        ids = list(_waiting(outage).values_list("pk", flat=True))
        for start in range(0, len(ids), BATCH):
            _extend(outage, ids[start : start + BATCH])
        Outage.objects.filter(pk=outage.pk).update(healed_at=timezone.now())
        logger.info("gave %d games the time back that an outage took: %s", len(ids), outage)


def _waiting(outage: Outage) -> GameQuerySet:
    """The games whose clocks ran during *outage* and have not got the time back."""
    is_done = Event.objects.filter(
        game=OuterRef("pk"), kind=Event.Kind.EXTENDED, data__outage=outage.pk
    )
    running = Game.objects.ongoing().filter(deadline__isnull=False, turn_at__lt=outage.ended_at)
    return running.filter(~Exists(is_done))


def _extend(outage: Outage, ids: Sequence[int]) -> None:
    for _ in range(ATTEMPTS):
        games = _waiting(outage).filter(pk__in=ids).prefetch_related("moves")
        entries = list(_entries(outage, games))
        if not entries:
            return
        try:
            write(entries)
            return
        except Conflict:  # another process was faster with at least one of them
            if len(ids) > 1:
                for one in ids:
                    _extend(outage, [one])
                return


def _entries(outage: Outage, games: GameQuerySet) -> Iterator[Entry]:
    now = milliseconds(timezone.now())
    for game in games:
        assert game.turn_at is not None
        lost = outage.ended_at - max(outage.began_at, game.turn_at)
        try:
            match = game.match(game.moves.all())
        except GameError:
            logger.exception("a clock was not set right", extra={"game": game.uid})
            continue
        extended, events = match.extend(by=(lost + TO_FIND_BACK) // MILLISECOND)
        if events:
            yield Entry(
                game.pk, extended, events, None, now, note={"outage": outage.pk}, uid=game.uid
            )
