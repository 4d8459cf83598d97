"""One's own mistakes."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.models import Mistake, MistakeQuerySet


def own_mistake(user: User | None, mistake_id: int) -> Mistake | None:
    """Return the mistake *mistake_id*, if it is *user*'s and has not been removed."""
    if user is None:
        return None
    kept = Mistake.objects.kept().select_related("game")
    return kept.filter(pk=mistake_id, user=user).first()


def mistakes_of(user: User | None) -> MistakeQuerySet:
    """Return the mistakes of *user*, by when they are due."""
    kept = Mistake.objects.kept()
    return kept.none() if user is None else kept.filter(user=user)


def next_due(user: User | None, now: datetime, *, but: int | None = None) -> Mistake | None:
    """Return the mistake that has been due longest, other than number *but*."""
    if user is None:
        return None
    due = Mistake.objects.kept().filter(user=user, due__lte=now)
    return (due if but is None else due.exclude(pk=but)).first()


def due_count(user: User, now: datetime) -> int:
    return Mistake.objects.kept().filter(user=user, due__lte=now).count()
