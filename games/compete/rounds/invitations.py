"""Whoever is invited to a rated round hears when the invitation is gone, on whatever page.

That it has come is a notice of its own: `games.play.notices.services.tell_of_round`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction

from games.live.storage import database
from games.live.storage.database import log_errors
from games.models import SEEKERS_STAY, Seek
from games.play.notices.services import tell_what_waits


def tell_gone(seeks: Iterable[Seek]) -> None:
    """Tell whoever is invited by one of *seeks*, which are over once this is committed."""
    for invited in {seek.invited_id for seek in seeks} - {None}:
        tell = partial(async_to_sync(tell_what_waits), invited)
        transaction.on_commit(tell, robust=True)  # whoever does not hear sees it on the next page


async def tell_lapsed(*, now: datetime, within: timedelta) -> None:
    """Tell whoever was invited by somebody who went away *within* this long before *now*."""
    for invited in await database.run(_lapsed, now, within):
        with log_errors("%s does not hear of a lapsed invitation", invited):
            await tell_what_waits(invited)


def _lapsed(now: datetime, within: timedelta) -> set[int]:
    gone = Seek.objects.waiting().filter(invited__isnull=False)
    end = now - SEEKERS_STAY
    lately = gone.filter(seen_at__gt=end - within, seen_at__lte=end)
    return set(lately.values_list("invited", flat=True))
