"""Leaderboards, and the changes of one rating."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.compete.ratings.levels import level_marks, measured_on
from games.compete.ratings.pages import boards, history, wording
from games.compete.ratings.pages.boards import PUZZLES, Ranking
from games.compete.ratings.pages.chart import scale_for
from games.models import Pool

POOLS = (*Pool.values, PUZZLES)
BOTS = "bots_"  # begins the names of the query's parameters for the bots' board


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show the way to the first pool."""
    return redirect("games:ratings", POOLS[0])


@require_safe
def leaderboard(request: HttpRequest, pool: str) -> HttpResponse:
    """Show the strongest people and bots of a pool, beside the computer's levels."""
    if pool not in POOLS:
        raise Http404
    now = timezone.now()
    ranking = boards.ranking(pool, bots=False, now=now)
    people = boards.page_of(ranking, boards.start_of(request), now)
    bots, levels = None, level_marks(pool) if pool != PUZZLES else ()
    if pool != PUZZLES:
        programs = boards.ranking(pool, bots=True, now=now)
        bots = boards.page_of(programs, boards.start_of(request, BOTS), now)
    ratings = [row.rating for board in (people, bots) if board for row in board.entries]
    context = {
        "pool": pool,
        "title": wording.pool_title(pool),
        "pools": [(each, wording.pool_title(each)) for each in POOLS],
        "people": people,
        "bots": bots,
        "conditions": wording.conditions_text(pool),
        "conditions_of_bots": wording.conditions_text(pool, bots=True),
        "own": _own(request, ranking, pool, now),
        "levels": levels,
        "measured_on": measured_on(pool) if levels else None,
        "scale": scale_for(levels, ratings),
    }
    return render(request, "compete/ratings/leaderboard.html", context)


@require_safe
def changes(request: HttpRequest, pool: str, name: str) -> HttpResponse:
    """Show every change of a user's rating in *pool*, the newest first."""
    user = User.objects.find(name)
    if pool not in Pool.values or user is None or user.is_guest or user.is_engine:
        raise Http404
    if user.username != name:
        return redirect("games:rating_changes", pool, user.username, permanent=False)
    context = {
        "pool": pool,
        "title": wording.pool_title(pool),
        "person": user,
        "career": history.career_of(user, pool),
        "page": history.changes_page(user, pool, request.GET.get("before", "")),
        "is_later": "before" in request.GET,
    }
    return render(request, "compete/ratings/changes.html", context)


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The *place* of the reader, among those that are shown, or what they are *missing*."""

    place: int | None
    missing: str


def _own(request: HttpRequest, ranking: Ranking, pool: str, now: datetime) -> OwnPlace | None:
    user = request.user
    if not user.is_authenticated or not user.is_person:
        return None
    row = ranking.row_of(user)
    missing = wording.missing_text(row, pool, now)
    return OwnPlace(boards.place_of(ranking, row) if row and not missing else None, missing)
