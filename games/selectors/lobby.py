"""What the home page and the lobby's sockets show."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from games.models import Game, Move
from games.protocol import OpenGame
from games.rows import OPEN_FOR, open_game

if TYPE_CHECKING:
    from accounts.models import User

MOST_ROWS = 100
MOST_IN_PROGRESS = 12
STILL_LIVE = timedelta(minutes=15)  # since the last move
WORTH_SHOWING = 5  # plies


def open_games_rows() -> list[OpenGame]:
    """The games that wait for anyone, the newest first. One query."""
    since = timezone.now() - OPEN_FOR
    waiting = Game.objects.open().filter(opponent=Game.Opponent.ANYONE, created_at__gte=since)
    newest = waiting.with_players().order_by("-id")[:MOST_ROWS]
    return [open_game(game) for game in newest]


def games_in_progress(user: User) -> list[Game]:
    """The games that *user* plays or waits in, the newest first. Two queries."""
    own = Game.objects.filter(
        Q(x_player=user) | Q(o_player=user) | Q(creator=user, status=Game.Status.OPEN)
    )
    running = own.exclude(status=Game.Status.FINISHED).order_by("-id")
    return list(running.with_players().prefetch_related("moves")[:MOST_IN_PROGRESS])


def featured_game() -> Game | None:
    """The public game with the newest move, else the newest one worth replaying, if any."""
    return _liveliest() or _last_decided()


def _liveliest() -> Game | None:
    newest = Move.objects.filter(
        played_at__gte=timezone.now() - STILL_LIVE,
        game__in=Game.objects.public().ongoing(),
    ).order_by("-id")
    games = Game.objects.with_players().prefetch_related("moves")
    return games.filter(pk__in=newest.values("game")[:1]).first()


def _last_decided() -> Game | None:
    decided = Game.objects.public().finished().filter(ply__gte=WORTH_SHOWING).exclude(outcome="")
    return decided.with_players().prefetch_related("moves").order_by("-ended_at").first()
