"""Games as lists show them."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.models import Game, Move, Round

if TYPE_CHECKING:
    from games.models import GameQuerySet


def listed(games: GameQuerySet) -> list[Game]:
    """Return *games* with what a list shows: players, the cells of the moves, and the kinds of
    rounds.

    Two queries, and one more if any is of a round.
    """
    found = list(games.for_lists())
    rows = _cells([game.pk for game in found]) if found else ()
    cells = {pk: tuple(cell for _, cell in own) for pk, own in groupby(rows, itemgetter(0))}
    kinds = Round.objects.kinds_of(found)
    for game in found:
        game.cells = cells.get(game.pk, ())
        game.round_kind = kinds.get(game.series, "")
    return found


def _cells(games: list[int]) -> QuerySet[Move, tuple[int, int]]:
    """Return the cells of all moves, those of a game after one another."""
    played = Move.objects.filter(game__in=games)
    return played.order_by("game_id", "ply").values_list("game_id", "cell")
