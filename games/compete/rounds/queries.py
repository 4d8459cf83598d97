"""What the pages of competing show: who looks for an opponent, and how one stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.compete.ratings.levels import is_measured
from games.compete.ratings.pages import boards
from games.compete.ratings.pages.boards import LeaderboardEntry
from games.compete.ratings.pages.showing import ShownRating, ratings_of
from games.compete.ratings.pools import USUAL
from games.compete.rounds.seeks import reach_of
from games.core.notation import ruleset_text
from games.engine import LEVELS
from games.models import Pool, Rating, Round, Seek
from games.text.seat_names import level_choice

MAX_LISTED = 20
STRONGEST = 5


@dataclass(frozen=True, slots=True)
class ShownSeek:
    """Somebody who looks for an opponent, with their rating and the seek's reach by now."""

    seek: Seek
    rating: ShownRating
    reach: int
    is_own: bool

    @property
    def user(self) -> User:
        return self.seek.user


def who_looks(viewer: User | None, now: datetime | None = None) -> list[ShownSeek]:
    """Return whom *viewer* could play, and their own seek, the longest waiting first: people for
    people, bots for bots.
    """
    now = now or timezone.now()
    kind = viewer.kind if viewer and viewer.is_bot else User.Kind.PERSON
    found = Seek.objects.present(now).filter(invited=None, user__kind=kind)
    if viewer:
        found = found.exclude(relations.is_kept_apart(viewer, "user"))
    return _shown_seeks(list(found[:MAX_LISTED]), viewer, now)


def who_invites(user: User) -> list[ShownSeek]:
    """Return who asks *user* for a round and is there, the longest waiting first."""
    now = timezone.now()
    return _shown_seeks(
        list(Seek.objects.present(now).filter(invited=user)[:MAX_LISTED]), user, now
    )


def _shown_seeks(seeks: list[Seek], viewer: User | None, now: datetime) -> list[ShownSeek]:
    ratings = {
        pool: ratings_of([seek.user for seek in seeks if seek.pool == pool], pool)
        for pool in {seek.pool for seek in seeks}
    }
    return [
        ShownSeek(
            seek,
            ratings[seek.pool][seek.user_id],
            reach_of(seek, now),
            viewer is not None and seek.user_id == viewer.pk,
        )
        for seek in seeks
    ]


@dataclass(frozen=True, slots=True)
class OwnPool:
    """How somebody stands in a pool; *rating* is None as long as no round has been rated."""

    pool: Pool
    rating: ShownRating | None
    rounds: int


def own_pools(user: User | None) -> list[OwnPool]:
    """Return how *user* stands in all pools; nothing for a guest, a level or nobody."""
    if user is None or not (user.is_person or user.is_bot):
        return []
    played = dict(Rating.objects.filter(user=user).values_list("pool", "rounds"))
    return [
        OwnPool(
            pool,
            ratings_of([user], pool)[user.pk] if played.get(pool) else None,
            played.get(pool, 0),
        )
        for pool in Pool
    ]


def going_round(user: User | None) -> Round | None:
    """Return the round that *user* plays now."""
    if user is None:
        return None
    return Round.objects.going().of(user).with_players_and_games().order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """A level of the computer that plays on a pool's usual board."""

    name: str
    title: str
    board: str


def who_can_be_invited(viewer: User | None, name: str) -> User | None:
    """Return the person called *name*, unless it is *viewer* or somebody who is banned."""
    found = User.objects.find(name) if viewer and name else None
    if found is None or not found.is_person or found.is_banned or found == viewer:
        return None
    return found


def strongest(pool: Pool) -> tuple[LeaderboardEntry, ...]:
    """Return the top of the people's leaderboard of *pool*."""
    now = timezone.now()
    page = boards.page_of(boards.ranking(pool, bots=False, now=now), boards.LeaderboardStart(), now)
    return page.entries[:STRONGEST]


def levels_of(pool: Pool) -> list[LevelChoice]:
    """Return the levels to measure oneself against in *pool*, from the weakest on."""
    ruleset = USUAL[pool].ruleset
    return [
        LevelChoice(level.name, level_choice(level), ruleset_text(ruleset))
        for level in LEVELS.values()
        if is_measured(level.title, pool)
    ]
