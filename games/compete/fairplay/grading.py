"""Which of the games in a player's report are graded, and how staff have more graded."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games.compete.fairplay.queries import changes_of
from games.engine.analysis.grades import VERSION
from games.learn.review import wanted
from games.models import Review

MAX_AT_ONCE = 20  # games, each of which takes up to a quarter of a minute


@dataclass(frozen=True, slots=True)
class GradedGames:
    """How many of the *games* of a report are graded, and how many of the others wait for it."""

    games: int
    graded: int
    pending: int

    @property
    def more(self) -> int:
        """How many staff may have graded next."""
        return min(MAX_AT_ONCE, self.games - self.graded - self.pending)


def graded_games(user: User, pool: str) -> GradedGames:
    games = _games(user, pool)
    ungraded = _ungraded(games)
    return GradedGames(len(games), len(games) - len(ungraded), len(wanted.wanted_of(ungraded)))


def want_grades(user: User, pool: str) -> int:
    """Have the newest ungraded games graded; return how many were not waiting for that already."""
    ungraded = _ungraded(_games(user, pool))
    waiting = wanted.wanted_of(ungraded)
    return wanted.want([key for key in ungraded if key not in waiting][:MAX_AT_ONCE])


def _games(user: User, pool: str) -> list[int]:
    """Return the games that were played in the rounds of the report, the newest first."""
    rounds = [change.round for change in changes_of(user, pool, timezone.now())]
    games = [game for round in rounds if round for game in reversed(round.games)]
    return [game.pk for game in games if game.ply > game.setup]


def _ungraded(games: list[int]) -> list[int]:
    graded = Review.objects.filter(game__in=games, grader__gte=VERSION)
    known = set(graded.values_list("game", flat=True))
    return [key for key in games if key not in known]
