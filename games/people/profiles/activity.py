"""How many games of a player were created on each day."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, DateField, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import User
from games.models import Game

WEEKS = 52  # a column each


@dataclass(frozen=True, slots=True)
class Activity:
    """The number of games by UTC day, in the 52 weeks that end with the week of *today*."""

    today: date
    games: Counter[date]

    @property
    def first(self) -> date:
        """The Monday with which the 52 weeks begin."""
        return first_monday(self.today)

    @property
    def count(self) -> int:
        return self.games.total()


def first_monday(today: date) -> date:
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def activity_of(user: User) -> Activity:
    """Return how many games *user* has played, public or not, by the day they were created.

    One query.
    """
    today = timezone.now().astimezone(UTC).date()
    since = datetime.combine(first_monday(today), time.min, UTC)
    games: Counter[date] = Counter()
    for day, number in _days(user.pk, since=since):
        games[day] += number
    return Activity(today, games)


def _days(user_id: int, *, since: datetime) -> QuerySet[Game, tuple[date, int]]:
    """Return days, and how many games of the user were created on each; each seat has its rows."""
    # A cast to a date gives the UTC day, because connections use UTC. TruncDate calls Python for
    # every row on SQLite: for the 7,400 games of a level's year it takes 34 ms instead of 9.
    played = Game.objects.played().filter(created_at__gte=since)
    as_x, as_o = (
        games.order_by()
        .values(day=Cast("created_at", DateField()))
        .annotate(games=Count("pk"))
        .values_list("day", "games")
        for games in played.of_by_seat(user_id).values()
    )
    return as_x.union(as_o, all=True).order_by()
