"""One's own streaks."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from accounts.models import User
from games.models import Streak

MAX_LISTED = 20


@dataclass(frozen=True, slots=True)
class History:
    """The newest streaks that are over, the longest ever, and the one that goes on."""

    newest: list[Streak]
    best: int
    going: Streak | None = None


def history_of(user: User | None) -> History:
    if user is None:
        return History([], 0)
    own = Streak.objects.filter(user=user)
    return History(
        newest=list(own.exclude(ended_at=None)[:MAX_LISTED]),
        best=best_of(user),
        going=own.filter(ended_at=None).first(),
    )


def best_of(user: User) -> int:
    return Streak.objects.filter(user=user).aggregate(best=Max("solved"))["best"] or 0


def own_streak(user: User | None, streak_id: int) -> Streak | None:
    """Return the streak of this number, if it is *user*'s."""
    if user is None:
        return None
    return Streak.objects.select_related("puzzle").filter(pk=streak_id, user=user).first()
