"""How two users stand against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet, Value

from accounts.prepared import Prepared
from games.models import Game

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games between two users that had a result, from the side of the first."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn


def head_to_head(user: User, other: User) -> HeadToHead | None:
    """The score of *user* against *other* in all their games, public or not.

    None if they have not finished any. One query, which reads one index on each side of the OR,
    game_by_x and game_by_o, and of the games themselves those that the two have played.
    """
    if user.pk is None or user.pk == other.pk:
        return None
    [(won, lost, drawn)] = SCORE.rows(user.pk, other.pk)
    score = HeadToHead(won, lost, drawn)
    return score if score.games else None


def _score(user_id: int, other_id: int) -> QuerySet[Game, tuple[int, int, int]]:
    as_x, as_o = Q(x_player=user_id, o_player=other_id), Q(x_player=other_id, o_player=user_id)
    x_won, o_won = Q(outcome=Game.Outcome.X), Q(outcome=Game.Outcome.O)
    in_one_group = Game.objects.filter(as_x | as_o).order_by().values(group=Value(1))
    counted = in_one_group.annotate(
        won=Count("pk", filter=as_x & x_won | as_o & o_won),
        lost=Count("pk", filter=as_x & o_won | as_o & x_won),
        drawn=Count("pk", filter=Q(outcome=Game.Outcome.DRAW)),
    )
    return counted.values_list("won", "lost", "drawn")


SCORE = Prepared(_score, keys=2)
