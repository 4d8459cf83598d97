"""What a server does for puzzles by itself."""

from __future__ import annotations

from django.utils import timezone

from games.learn.puzzles.services import keep_daily
from games.live.regular_work import RegularWork, in_own_thread


def keep_todays() -> None:
    """Store the puzzle of today, and the next day's before it begins."""
    keep_daily(today=timezone.now().date())


WORK = (RegularWork(in_own_thread(keep_todays), seconds=600.0),)
