"""How two users stand against each other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F, Max, Q, QuerySet

from accounts.prepared import Prepared
from games.models import Game
from games.selectors.results import NONE, BoardResults, Results, most_played

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games between two users that had a result, from the side of the first; *last* is one."""

    results: Results
    boards: tuple[BoardResults, ...]
    last: Game


def head_to_head(user: User, other: User) -> HeadToHead | None:
    """The score of *user* against *other* in all their games that count, public or not.

    None if they have not finished any. Two queries; the first reads one index on each side of the
    OR, game_by_x and game_by_o, and of the games themselves those that the two have played.
    """
    if user.pk is None or user.pk == other.pk:
        return None
    boards: dict[tuple[int, int], Results] = defaultdict(Results)
    last = 0
    for m, n, won, drawn, lost, newest in SCORE.rows(user.pk, other.pk):
        boards[m, n] += Results(won, drawn, lost)
        last = max(last, newest)
    results = sum(boards.values(), NONE)
    if not results.games:
        return None
    return HeadToHead(results, most_played(boards), Game.objects.get(pk=last))


def _score(user_id: int, other_id: int) -> QuerySet[Game, tuple[int, ...]]:
    as_x, as_o = Q(x_player=user_id, o_player=other_id), Q(x_player=other_id, o_player=user_id)
    x_won, o_won = Q(outcome=Game.Outcome.X), Q(outcome=Game.Outcome.O)
    decided = Game.objects.counted().filter(as_x | as_o).exclude(outcome=Game.Outcome.NONE)
    counted = (
        decided.order_by()
        .values("m", "n")
        .annotate(
            won=Count("pk", filter=as_x & x_won | as_o & o_won),
            drawn=Count("pk", filter=Q(outcome=Game.Outcome.DRAW)),
            lost=Count("pk", filter=as_x & o_won | as_o & x_won),
            last=Max(F("pk")),
        )
    )
    return counted.values_list("m", "n", "won", "drawn", "lost", "last")


SCORE = Prepared(_score, keys=2)
