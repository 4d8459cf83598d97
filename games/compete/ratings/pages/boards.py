"""Leaderboards in pages, each found along an index however many come before it.

A page begins with a given user, or ends before one. Only the first thousand are shown,
so that no count reads more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.models import User
from games.compete.ratings.pages.showing import ShownRating, rounds_of, shown_rating, standing_of
from games.models import PuzzleRating, Rating

PUZZLES = "puzzles"  # beside the pools of games
ROWS_A_PAGE = 20
MAX_SHOWN = 1000

Row = Rating | PuzzleRating


@dataclass(frozen=True, slots=True)
class LeaderboardStart:
    """Where a page begins: with a user, or so that it ends before one, else with the first.

    Both are names, as a browser sent them; one without a rating gives the first page. Where there
    are both, *since* counts for nothing.
    """

    since: str = ""
    before: str = ""


def start_of(request: HttpRequest, prefix: str = "") -> LeaderboardStart:
    """Return where the page begins that *request* asks for with `?from=` or `?before=`."""
    return LeaderboardStart(
        request.GET.get(f"{prefix}from", ""), request.GET.get(f"{prefix}before", "")
    )


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """Somebody on a leaderboard."""

    place: int
    user: User
    rating: ShownRating
    rounds: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard of so many in *total*, or more than that if it *is_cut*.

    *following* is whom the next page begins with, and *before* whom the previous page ends before;
    empty where there is none.
    """

    entries: tuple[LeaderboardEntry, ...]
    total: int
    is_cut: bool = False
    following: str = ""
    before: str = ""

    @property
    def first(self) -> int:
        return self.entries[0].place

    @property
    def last(self) -> int:
        return self.entries[-1].place


@dataclass(frozen=True, slots=True)
class Ranking:
    """All who are *rated* in a pool, and those of them who are *listed*, the strongest first."""

    rated: QuerySet[Row]
    listed: QuerySet[Row]

    def row_of(self, user: User | None) -> Row | None:
        row = self.rated.filter(user=user).first() if user else None
        if row and user:
            row.user = user  # whose name is shown, so that it is not asked for again
        return row

    def row_called(self, name: str) -> Row | None:
        return self.row_of(User.objects.find(name)) if name else None


def ranking(pool: str, *, bots: bool, now: datetime) -> Ranking:
    """Return people's ranking in *pool*, or that of bots, who solve no puzzles."""
    if pool == PUZZLES:
        solvers = PuzzleRating.objects.none() if bots else PuzzleRating.objects.all()
        return Ranking(solvers, solvers.listed(now=now))
    rated = Rating.objects.filter(pool=pool, of_bot=bots)
    return Ranking(rated, Rating.objects.listed(pool, bots=bots, now=now))


def page_of(ranking: Ranking, start: LeaderboardStart, now: datetime) -> Leaderboard:
    """Return a page of those listed.

    Five queries at most, of which none reads over a thousand rows.
    """
    found, place = _rows(ranking, start)
    rows = found[: min(ROWS_A_PAGE, MAX_SHOWN + 1 - place)]
    total = _number(ranking.listed, MAX_SHOWN + 1)
    goes_on = len(found) > len(rows) and place + len(rows) <= MAX_SHOWN
    return Leaderboard(
        tuple(_entry(row, number, now) for number, row in enumerate(rows, place)),
        total=min(total, MAX_SHOWN),
        is_cut=total > MAX_SHOWN,
        following=found[len(rows)].user.username if goes_on else "",
        before=rows[0].user.username if rows and place > 1 else "",
    )


def place_of(ranking: Ranking, row: Row) -> int | None:
    """Return the place of *row* among those listed; None beyond those that are shown."""
    above = _number(ranking.listed.filter(_above(row)), MAX_SHOWN)
    return above + 1 if above < MAX_SHOWN else None


def _rows(ranking: Ranking, start: LeaderboardStart) -> tuple[list[Row], int]:
    """Return the rows of a page, and one more if there is one, with the place of the first."""
    listed = ranking.listed.select_related("user__owner")
    if start.before:
        edge = ranking.row_called(start.before)
        place = place_of(ranking, edge) if edge else None
        # With less than a page above, the first page is shown, which has them all.
        if edge and place and place > ROWS_A_PAGE:
            above = list(listed.filter(_above(edge)).reverse()[:ROWS_A_PAGE])[::-1]
            return [*above, edge], place - ROWS_A_PAGE
    elif (edge := ranking.row_called(start.since)) and (place := place_of(ranking, edge)):
        return list(listed.filter(_from(edge))[: ROWS_A_PAGE + 1]), place
    return list(listed[: ROWS_A_PAGE + 1]), 1


def _above(row: Row) -> Q:
    """Return who stands before *row*; written so that the index is read from there on."""
    tied = Q(rating__gt=row.rating) | Q(user__lt=row.user_id)
    return Q(rating__gte=row.rating) & tied


def _from(row: Row) -> Q:
    """Return *row* itself, and who comes after it."""
    return Q(rating__lte=row.rating) & (Q(rating__lt=row.rating) | Q(user__gte=row.user_id))


def _number(rows: QuerySet[Row], most: int) -> int:
    return rows[:most].count()


def _entry(row: Row, place: int, now: datetime) -> LeaderboardEntry:
    return LeaderboardEntry(
        place, row.user, shown_rating(standing_of(row).at_time(now)), rounds_of(row)
    )
