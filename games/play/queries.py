"""Games as lists show them."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from games.models import Game, Move

if TYPE_CHECKING:
    from games.models import GameQuerySet


def listed(games: GameQuerySet) -> list[Game]:
    """*games* with what a list shows: players and the cells of the moves. Two queries."""
    found = list(games.for_lists())
    played = Move.objects.filter(game__in=[game.pk for game in found])
    rows = played.order_by("game_id", "ply").values_list("game_id", "cell")
    cells = {pk: tuple(cell for _, cell in own) for pk, own in groupby(rows, itemgetter(0))}
    for game in found:
        game.cells = cells.get(game.pk, ())
    return found
