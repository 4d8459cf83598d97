"""What a server does for puzzles by itself."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.learn.puzzles.duel.services import end_overdue
from games.learn.puzzles.services import keep_daily
from games.live.regular_work import RegularWork, Removal, in_own_thread
from games.live.storage import database


def keep_todays() -> None:
    """Store the puzzles of today and tomorrow."""
    keep_daily(today=timezone.now().date())


WORK = (RegularWork(in_own_thread(keep_todays), seconds=600.0),)

REMOVALS = (
    Removal(_("Old duels settled or removed"), lambda now: database.run(end_overdue, now=now)),
)
