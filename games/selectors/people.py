"""What everybody may see of a user."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page
from django.db.models import Count

from accounts.models import User
from games.engine import LEVELS, Level
from games.models import Game, GameQuerySet
from games.selectors.history import results_of
from games.selectors.pages import page_of


@dataclass(frozen=True, slots=True)
class Profile:
    """A user with the results of all public games; *level* for one of the site's players."""

    user: User
    won: int
    drawn: int
    lost: int
    level: Level | None = None

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def player_called(name: str) -> User | None:
    """Whoever is called *name*, in any case; nobody if the account is gone. One query."""
    if not name.isprintable():
        return None  # no database has to be asked about it, and some refuse NUL
    return User.objects.filter(deleted_at=None, claimed_by=None).named(name).first()


def profile_of(name: str) -> Profile | None:
    """What there is to see of whoever is called *name*. Two queries."""
    user = player_called(name)
    if user is None:
        return None
    meaning = results_of(user)
    counts = _public_games_of(user).aggregate(
        **{result: Count("pk", filter=meaning[result]) for result in ("won", "drawn", "lost")}
    )
    return Profile(user=user, level=_level_of(user), **counts)


def profile_games_page(user: User, number: object = 1) -> Page[Game]:
    """A page of *user*'s public games that are over, the newest first."""
    return page_of(_public_games_of(user).order_by("-ended_at", "-id"), number)


def _public_games_of(user: User) -> GameQuerySet:
    unplayed = (Game.Termination.CANCELLED, Game.Termination.ABORT)
    return Game.objects.of(user).public().finished().exclude(termination__in=unplayed)


def _level_of(user: User) -> Level | None:
    if not user.is_engine:
        return None
    return next((level for level in LEVELS.values() if level.title == user.username), None)
