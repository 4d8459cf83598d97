"""What becomes of workshops whose time is over: their games end, and later they are removed."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.signin.sessions import remove_if_nothing_is_left
from games.live.storage import database
from games.live.storage.database import log_errors
from games.models import Game, Workshop, WorkshopPlayer
from games.programs.workshops.services import close_workshop

KEPT_FOR = timedelta(days=90)  # after its end, unless its teacher keeps it
AT_ONCE = 20  # the caller repeats until nothing is left


async def close_overdue(*, now: datetime) -> int:
    """Close the workshops whose time is over, and end their games; return how many.

    Raises Unavailable.
    """
    overdue = Workshop.objects.filter(closed_at=None, ends_at__lte=now)
    closed = 0
    found = await database.run(lambda: list(overdue[:AT_ONCE]))
    for workshop in found:
        with log_errors("the workshop %s is not closed", workshop.code):
            await close_workshop(workshop=workshop)
            closed += 1
    return closed


async def remove_old(*, now: datetime) -> int:
    """Remove workshops that ended long ago and are not kept, with their names and games.

    Returns how many. Raises Unavailable.
    """
    return await database.run(_remove_old, now)


@transaction.atomic
def _remove_old(now: datetime) -> int:
    since = now - KEPT_FOR
    over = Q(closed_at__lt=since) | Q(ends_at__lt=since)
    old = Workshop.objects.filter(over, is_kept=False)
    some = list(old.values_list("pk", flat=True)[:AT_ONCE])
    players = WorkshopPlayer.objects.filter(workshop__in=some, level="")
    guests = list(players.values_list("user_id", flat=True))
    # The games first and the guests last, since whoever has a game left is protected.
    Game.objects.filter(workshop_game__workshop__in=some).delete()
    Workshop.objects.filter(pk__in=some).delete()
    for guest in guests:
        remove_if_nothing_is_left(guest)
    return len(some)
