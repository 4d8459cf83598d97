"""The score between two users."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Max, Q, QuerySet

from games.compete.ratings.pools import pool_of
from games.core.rules import Mark, Ruleset
from games.models import Game, Pool
from games.people.profiles.results import NONE, BoardResults, Results, most_played, results_of

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games between two users that had a result, from the side of the first; *last* is one.

    *pools* has those on boards that are rated in a pool, *boards* those most played of the others.
    """

    results: Results
    pools: tuple[tuple[Pool, Results], ...]
    boards: tuple[BoardResults, ...]
    last: Game


def head_to_head(user: User, other: User) -> HeadToHead | None:
    """Return the score of *user* against *other* in all their games that count, public or not.

    None if they have not finished any. Two queries; the first reads one index on each side of the
    OR, game_by_x and game_by_o, and of the games themselves those that the two have played.
    """
    if user.pk is None or user.pk == other.pk:
        return None
    boards: dict[tuple[int, int], Results] = defaultdict(Results)
    pools = dict.fromkeys(Pool, NONE)
    last = 0
    for m, n, k, x_player, outcome, games, newest in _outcomes(user.pk, other.pk):
        results = results_of(Mark.X if x_player == user.pk else Mark.O, outcome, games)
        if pool := pool_of(Ruleset(m, n, k)):
            pools[pool] += results
        else:
            boards[m, n] += results
        last = max(last, newest)
    if not last:
        return None
    return HeadToHead(
        sum((*pools.values(), *boards.values()), NONE),
        tuple((pool, results) for pool, results in pools.items() if results.games),
        most_played(boards),
        Game.objects.get(pk=last),
    )


def _outcomes(one: int, other: int) -> QuerySet[Game, tuple[Any, ...]]:
    """Return how often each outcome came with each of the two at X, on each board."""
    of_both = Q(x_player=one, o_player=other) | Q(x_player=other, o_player=one)
    decided = Game.objects.counted().filter(of_both).exclude(outcome=Game.Outcome.NONE)
    groups = decided.order_by().values_list("m", "n", "k", "x_player", "outcome")
    return groups.annotate(Count("pk"), Max("pk"))
