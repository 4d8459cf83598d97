"""Lists of games in pages, each found along an index however many there are before it.

A page begins after a given game, not after a number of games, and nothing is counted: either would
read all the games before the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Game, GameQuerySet
from games.play.game.queries import listed
from tictactoe_site.common.uids import UID_LENGTH

GAMES_A_PAGE = 20  # boards are drawn for all of them


@dataclass(frozen=True, slots=True)
class HistoryStart:
    """Where a page begins: with the games older or newer than one, else with the newest.

    Both are whatever a browser sent; anything but a game's uid begins with the newest.
    """

    before: str = ""
    after: str = ""


def start_of(request: HttpRequest) -> HistoryStart:
    """Return where the page begins that *request* asks for with `?before=` or `?after=`."""
    return HistoryStart(before=request.GET.get("before", ""), after=request.GET.get("after", ""))


@dataclass(frozen=True)
class GamesPage:
    """Games with what a list shows, the newest first: see `listed`.

    *older* is the `before` with which the next page begins, and *newer* the `after` of the previous
    page: uids of games, or "" where there is no such page.
    """

    games: list[Game]
    older: str = ""
    newer: str = ""


def page_of(parts: Iterable[GameQuerySet], start: HistoryStart) -> GamesPage:
    """Return a page of the games of all *parts*, of which no two hold the same game.

    At most three queries, and one for the game at which the page begins. If no more than a page
    is newer than that game, three more queries read the newest games instead.
    """
    parts = tuple(parts)
    if (after := _key_of(start.after)) is not None:
        games = _load_games(parts, "pk", pk__gt=after)[::-1]
        if len(games) > GAMES_A_PAGE:
            # The surplus game is the newest here, and belongs to the page before.
            games = games[1:]
            return GamesPage(games, older=games[-1].uid, newer=games[0].uid)
    # Also if no more than a page is newer: the first page holds all of it, and is shown whole.
    before = _key_of(start.before)
    games = (
        _load_games(parts, "-pk") if before is None else _load_games(parts, "-pk", pk__lt=before)
    )
    shown = games[:GAMES_A_PAGE]
    return GamesPage(
        games=shown,
        older=shown[-1].uid if len(games) > GAMES_A_PAGE else "",
        newer=shown[0].uid if shown and before is not None else "",
    )


def _key_of(uid: str) -> int | None:
    if len(uid) != UID_LENGTH or not (uid.isascii() and uid.isalnum()):
        return None
    return Game.objects.filter(uid=uid).values_list("pk", flat=True).first()


def _load_games(parts: Iterable[GameQuerySet], order: str, **bounds: int) -> list[Game]:
    """Return a page's games, and one more if there are more."""
    one, *others = (_keys(part.filter(**bounds)) for part in parts)
    keys = one.union(*others, all=True).order_by(order)[: GAMES_A_PAGE + 1]
    return listed(Game.objects.filter(pk__in=keys).order_by(order))


def _keys(games: GameQuerySet) -> QuerySet[Game, Any]:
    return games.order_by().values("pk")
