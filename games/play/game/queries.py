"""Games as lists show them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.live.waiting import kept_seeks
from games.models import Game, GameQuerySet, Move, Round, Seek


def listed(games: GameQuerySet) -> list[Game]:
    """Return *games* with what a list shows: players, cells of the moves, and kinds of rounds.

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


@dataclass(frozen=True, slots=True)
class OpenSearch:
    """What somebody looks for on another page: an open game of theirs, or a rated round."""

    board: Game | Seek
    url: str
    stop_url: str


def search_of(user: User) -> OpenSearch | None:
    """Return what *user* looks for, also while they go from page to page. Two queries at most."""
    if seek := kept_seeks(timezone.now()).filter(user=user, invited=None).first():
        return OpenSearch(seek, reverse("games:seek"), reverse("games:seek_cancel"))
    own = Game.objects.open().filter(creator=user, opponent=Game.Opponent.ANYONE, invited=None)
    if game := own.first():
        return OpenSearch(game, game.get_absolute_url(), reverse("games:cancel", args=[game.uid]))
    return None


def _cells(games: list[int]) -> QuerySet[Move, tuple[int, int]]:
    """Return a game's key and a cell for each move, game by game, in the order of the moves."""
    played = Move.objects.filter(game__in=games)
    return played.order_by("game_id", "ply").values_list("game_id", "cell")
