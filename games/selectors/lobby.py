"""What the home page and the lobby's sockets show."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone

from games.models import Game
from games.protocol import OpenGame
from games.rows import OPEN_FOR, open_game
from games.selectors.live import live_games

if TYPE_CHECKING:
    from accounts.models import User

MOST_ROWS = 100
MOST_IN_PROGRESS = 12
WORTH_SHOWING = 5  # plies
CHOSEN_FROM = 50  # games


def open_games_rows() -> list[OpenGame]:
    """The games that wait for anyone, the newest first. One query."""
    since = timezone.now() - OPEN_FOR
    waiting = Game.objects.open().filter(opponent=Game.Opponent.ANYONE, created_at__gte=since)
    newest = waiting.select_related("creator").order_by("-id")[:MOST_ROWS]
    return [open_game(game) for game in newest]


def games_in_progress(user: User) -> list[Game]:
    """The games that *user* plays or waits in, the newest first. Two queries.

    Three small partial indexes find them, however many games are over.
    """
    ongoing, open_games = Game.objects.ongoing(), Game.objects.open()
    found = (
        ongoing.filter(x_player=user),
        ongoing.filter(o_player=user),
        open_games.filter(creator=user),
    )
    one, *others = (games.order_by().values("pk") for games in found)
    running = Game.objects.filter(pk__in=one.union(*others, all=True)).order_by("-id")
    return list(running.with_players().prefetch_related("moves")[:MOST_IN_PROGRESS])


def featured_game() -> Game | None:
    """The most interesting public game of those being played, else of those just over, if any."""
    return _best_live() or _best_decided()


def _best_live() -> Game | None:
    uid = live_games().featured
    games = Game.objects.with_players().prefetch_related("moves")
    return games.filter(uid=uid).first() if uid else None


def _best_decided() -> Game | None:
    """One of the newest that had a result; people before the computer, lines before the rest.

    They come in the order of the index game_by_status, so that no more rows are read than needed.
    """
    decided = Game.objects.public().finished().filter(ply__gte=WORTH_SHOWING).exclude(outcome="")
    newest = list(decided.order_by("-id")[:CHOSEN_FROM])
    best = max(newest, key=_interest, default=None)
    games = Game.objects.with_players().prefetch_related("moves")
    return games.get(pk=best.pk) if best else None


def _interest(game: Game) -> tuple[bool, bool, datetime | None]:
    is_among_people = game.opponent == Game.Opponent.ANYONE
    return is_among_people, game.termination == Game.Termination.LINE, game.ended_at
