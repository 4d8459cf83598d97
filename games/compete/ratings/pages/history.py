"""How somebody's ratings came to be what they are: in short for a profile, and change by change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.levels import level_marks
from games.compete.ratings.pages.boards import PUZZLES
from games.compete.ratings.pages.showing import (
    ShownRating,
    margin_of,
    rounds_of,
    shown_rating,
    standing_of,
)
from games.models import Pool, PuzzleAttempt, PuzzleRating, Rating, RatingChange
from tictactoe_site.common.numbers import parse_number

CHARTED = 100  # the last changes
CHANGES_A_PAGE = 50
A_MONTH = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating as it was at some time; the margin is None where it was not kept."""

    at: datetime
    rating: float
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class Career:
    """How somebody stands in a pool, and how it came to that; without a rating, nothing is known.

    *change* is how far it changed in the last 30 days, or None if nothing happened in them.
    *points* are the rating before the last changes, and that after each, the oldest first.
    """

    pool: str
    rating: ShownRating | None = None
    rounds: int = 0
    change: int | None = None
    points: tuple[RatingPoint, ...] = ()
    is_fixed: bool = False


def careers_of(user: User) -> list[Career]:
    """Return how *user* stands in all pools; none for guests.

    One query, and one for each rating, or two if it has changed very often within 30 days; one
    more if *user* does not come with the rating of puzzles.
    """
    if user.is_guest:
        return []
    if user.is_engine:
        return [_fixed(user, pool) for pool in Pool.values]
    rows = {row.pool: row for row in Rating.objects.filter(user=user).order_by()}
    careers = [_career(user, pool, rows.get(pool)) for pool in Pool.values]
    if user.is_person:
        careers.append(_puzzles(user, getattr(user, "puzzle_rating", None)))
    return careers


def career_of(user: User, pool: str) -> Career:
    """Return how *user*, a person or a bot, stands in one pool of games."""
    return _career(user, pool, Rating.objects.filter(user=user, pool=pool).first())


def _fixed(level: User, pool: str) -> Career:
    """Return the career of one of the computer's levels, which was measured."""
    mark = next((mark for mark in level_marks(pool) if mark.title == level.username), None)
    rating = ShownRating(mark.rating, mark.margin, is_provisional=False) if mark else None
    return Career(pool, rating, is_fixed=True)


def _career(user: User, pool: str, row: Rating | None) -> Career:
    if row is None:
        return Career(pool)
    last = list(_last_changes(user.pk, pool, most=CHARTED))[::-1]
    first = [
        RatingPoint(at, rating, margin_of(deviation)) for at, rating, deviation, *_ in last[:1]
    ]
    points = (
        *first,
        *(RatingPoint(at, rating, margin_of(more)) for at, _, _, rating, more in last),
    )
    return _charted_career(pool, row, points, changes_of(user.pk, pool))


def _last_changes(user_id: int, pool: str, *, most: int) -> QuerySet[RatingChange, tuple[Any, ...]]:
    before, after = ("rating_before", "deviation_before"), ("rating_after", "deviation_after")
    return changes_of(user_id, pool).values_list("at", *before, *after)[:most]


def _puzzles(user: User, row: PuzzleRating | None) -> Career:
    if row is None or not row.plays:
        return Career(PUZZLES)
    last = list(_last_tries(user.pk, most=CHARTED))[::-1]
    first = [RatingPoint(at, before) for at, before, _ in last[:1]]
    points = (*first, *(RatingPoint(at, after) for at, _, after in last))
    return _charted_career(PUZZLES, row, points, _tries_of(user.pk))


def _last_tries(user_id: int, *, most: int) -> QuerySet[PuzzleAttempt, tuple[Any, ...]]:
    return _tries_of(user_id).values_list("at", "rating_before", "rating_after")[:most]


def _tries_of(user_id: int) -> QuerySet[PuzzleAttempt]:
    """Return the rated tries of puzzles, the newest first."""
    rated = PuzzleAttempt.objects.filter(solver=user_id, rating_after__isnull=False)
    return rated.order_by("-pk")


def _charted_career(
    pool: str,
    row: Rating | PuzzleRating,
    points: tuple[RatingPoint, ...],
    changes: QuerySet[Any],
) -> Career:
    """Return the career of the rating *row*; *points* are the last of all its *changes*."""
    now = timezone.now()
    standing = standing_of(row)
    change = None
    if standing.at and standing.at > now - A_MONTH and points:
        change = round(row.rating) - round(_rating_at(now - A_MONTH, points, changes))
    return Career(pool, shown_rating(standing.at_time(now)), rounds_of(row), change, points)


def _rating_at(then: datetime, points: Sequence[RatingPoint], changes: QuerySet[Any]) -> float:
    """Return the rating at *then*, or else the one with which *points* begin."""
    start, *after = points
    known = [point.rating for point in after if point.at <= then]
    if not known and len(after) == CHARTED:  # what lies before is not among them
        earlier = changes.filter(at__lte=then).values_list("rating_after", flat=True)
        known = list(earlier[:1])
    return known[-1] if known else start.rating


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """Changes of a rating, the newest first; *older* is what the next page begins before."""

    changes: list[RatingChange]
    older: str = ""


def changes_of(user_id: int, pool: str) -> QuerySet[RatingChange]:
    """Return the changes of a rating that stand, the newest first."""
    live = RatingChange.objects.filter(user=user_id, pool=pool, undone_at=None)
    return live.order_by("-at", "-pk")


def changes_page(user: User, pool: str, before: str = "") -> ChangesPage:
    """Return a page of changes, before the one with the number *before*. Two queries at most."""
    changes = changes_of(user.pk, pool).select_related("opponent", "round", "because_of")
    number = parse_number(before, most_digits=17)
    # Among these only: with any other number the page begins at the newest.
    edge = changes_of(user.pk, pool).filter(pk=number).first() if number is not None else None
    if edge:
        # Of several at the same time the higher number is the newer one, as in the order.
        changes = changes.filter(Q(at__lt=edge.at) | Q(pk__lt=edge.pk), at__lte=edge.at)
    # One more than is shown tells whether there are older ones, without counting all.
    found = list(changes[: CHANGES_A_PAGE + 1])
    rows = found[:CHANGES_A_PAGE]
    return ChangesPage(rows, older=str(rows[-1].pk) if len(found) > len(rows) else "")
