"""Ratings as they are shown: whole points, and the margin within which they are 95 % certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games.compete.ratings.calculation import DatedStrength
from games.compete.ratings.levels import is_measured, level_standing
from games.core.rating import Strength
from games.models import PuzzleRating, Rating

DEVIATIONS_OF_MARGIN = 2  # to either side, for 95 %


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating in whole points, with 95 % certainty right to *margin*."""

    rating: int
    margin: int
    is_provisional: bool

    @property
    def text(self) -> str:
        """As beside a name: a provisional one has a question mark."""
        return f"{self.rating}?" if self.is_provisional else str(self.rating)


def shown_rating(strength: Strength) -> ShownRating:
    return ShownRating(
        round(strength.rating), margin_of(strength.deviation), strength.is_provisional
    )


def margin_of(deviation: float) -> int:
    return round(DEVIATIONS_OF_MARGIN * deviation)


def standing_of(row: Rating | PuzzleRating) -> DatedStrength:
    """Return the rating of *row*, whose columns differ for a pool of games and for puzzles."""
    return DatedStrength(row.strength, row.at if isinstance(row, Rating) else row.rated_at)


def ratings_of(users: Iterable[User], pool: str) -> dict[int, ShownRating]:
    """Return how *users* stand in *pool* now, by their keys.

    One query, none for the computer's levels.

    Who has played no rated round is where everybody starts; guests are not rated.
    """
    now = timezone.now()
    found = {user.pk: user for user in users if not user.is_guest}
    levels = [user for user in found.values() if user.is_engine]
    standings = dict.fromkeys(found, DatedStrength())
    standings |= {
        level.pk: level_standing(level.username, pool)
        for level in levels
        if is_measured(level.username, pool)
    }
    if others := found.keys() - {level.pk for level in levels}:
        rows = Rating.objects.filter(user__in=others, pool=pool)
        standings |= {row.user_id: standing_of(row) for row in rows}
    return {user_id: shown_rating(standing.at_time(now)) for user_id, standing in standings.items()}


def rounds_of(row: Rating | PuzzleRating) -> int:
    """Return how many rounds, or puzzles, have been rated."""
    return row.rounds if isinstance(row, Rating) else row.plays
