"""What is read of ratings."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from accounts.models import User
from games.models import Rating
from games.ratings.calculation import Standing
from games.ratings.levels import level_standing
from games.ratings.pages.showing import ShownRating, shown, standing_of


def ratings_of(users: Iterable[User], pool: str) -> dict[int, ShownRating]:
    """How *users* stand in *pool* now, by their keys. One query, none for the computer's levels.

    Who has played no rated round is where everybody starts; guests are not rated.
    """
    now = timezone.now()
    found = {user.pk: user for user in users if not user.is_guest}
    levels = [user for user in found.values() if user.is_engine]
    standings = dict.fromkeys(found, Standing())
    standings |= {level.pk: level_standing(level.username, pool) for level in levels}
    if others := found.keys() - {level.pk for level in levels}:
        rows = Rating.objects.filter(user__in=others, pool=pool)
        standings |= {row.user_id: standing_of(row) for row in rows}
    return {user_id: shown(standing.on(now)) for user_id, standing in standings.items()}
