"""Whoever keeps leaving rounds waits before the next rated one: an opponent has come for nothing.

Rounds say who has left them (`Round.left_by`), by calling the first game off, by not coming to a
first move, or by going away; so the wait is the same in every process, and after a restart.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.core.errors import TooFast
from games.models import Round

LIMIT = "rounds-left"  # its name for programs
REMEMBERED = timedelta(days=1)
# After the first, the second, … round left within that time. A connection fails, a bell rings:
# nobody waits for the first two.
WAITS = (
    timedelta(0),
    timedelta(0),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),  # and after each one more
)
FREE = WAITS.count(timedelta(0))


def require_staying(user: User, now: datetime | None = None) -> None:
    """Raise TooFast with the code left_rounds if *user* has to wait before a rated round."""
    now = now or timezone.now()
    wait = time_to_wait(user, now)
    if wait > timedelta(0):
        raise TooFast(math.ceil(wait.total_seconds()), LIMIT, code="left_rounds")


def time_to_wait(user: User, now: datetime) -> timedelta:
    """Return how long *user* has to wait, counted from the last round that they left."""
    left = Round.objects.filter(left_by=user, over_at__gt=now - REMEMBERED).order_by()
    times = [at for at in left.values_list("over_at", flat=True) if at]
    if not times:
        return timedelta(0)
    wait = WAITS[min(len(times), len(WAITS)) - 1]
    return max(timedelta(0), max(times) + wait - now)
