"""How strong somebody is, and who is strongest, for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from ninja import Schema
from pydantic import Field

from accounts.models import User
from games.compete.ratings.levels import level_marks
from games.compete.ratings.pages import boards
from games.compete.ratings.pages.boards import PUZZLES, LeaderboardStart
from games.compete.ratings.pages.history import careers_of
from games.core.errors import GameError
from games.models import Pool
from games.programs.api.auth import READ, routes
from games.programs.api.reads import MISSING
from games.programs.api.schemas import Problem

PoolName = Literal["fives", "fours", "puzzles"]


class RatingState(Schema):
    """A rating, right to `margin` with 95 % certainty; a provisional one is not known well yet."""

    pool: PoolName
    rating: int = Field(alias="rating.rating")
    margin: int = Field(alias="rating.margin")
    provisional: bool = Field(alias="rating.is_provisional")
    rounds: int


class UserState(Schema):
    """A user. Pools in which they have no rating are left out."""

    name: str
    kind: Literal["person", "guest", "bot", "engine"]
    owner: str | None
    joined: datetime
    ratings: list[RatingState]


class RankedPlayer(Schema):
    """Somebody on a leaderboard."""

    place: int
    name: str = Field(alias="user.username")
    rating: int = Field(alias="rating.rating")
    margin: int = Field(alias="rating.margin")
    rounds: int


class LevelPlace(Schema):
    """One of the computer's levels. Its rating was measured, and never changes."""

    number: int
    name: str = Field(alias="title")
    rating: int
    margin: int


class LeaderboardPage(Schema):
    """A page of a leaderboard. Ask for the next one with its `since`; "" is the end."""

    pool: PoolName
    entries: list[RankedPlayer]
    total: int
    since: str
    levels: list[LevelPlace]


@routes.get("users/{name}", **READ, tags=["read"], response={200: UserState, **MISSING})
def user(request: HttpRequest, name: str) -> dict[str, Any]:
    """A user, with the ratings of all pools in which they have one."""
    found: User | None = User.objects.find(name)
    if found is None:
        raise GameError("no_such_player")
    return {
        "name": found.username,
        "kind": found.kind,
        "owner": found.owner.username if found.owner else None,
        "joined": found.date_joined,
        "ratings": [career for career in careers_of(found) if career.rating],
    }


@routes.get(
    "ratings/{pool}",
    **READ,
    tags=["read"],
    response={200: LeaderboardPage, **MISSING, 422: Problem},
)
def ratings(
    request: HttpRequest, pool: PoolName, bots: bool = False, since: str = ""
) -> dict[str, Any]:
    """The strongest people of a pool, or its strongest bots, twenty at a time.

    Send the `since` of one answer to get the next. Bots solve no puzzles.
    """
    now = timezone.now()
    ranking = boards.ranking(pool, bots=bots, now=now)
    page = boards.page_of(ranking, LeaderboardStart(since=since), now)
    return {
        "pool": pool,
        "entries": page.entries,
        "total": page.total,
        "since": page.following,
        "levels": [] if pool == PUZZLES else level_marks(Pool(pool)),
    }
