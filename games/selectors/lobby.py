"""What the home page and the lobby's sockets show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.prepared import Prepared
from games.models import Game
from games.protocol import OpenGame
from games.rows import OPEN_COLUMNS, OPEN_FOR, open_row
from games.selectors.lists import listed
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
    newest = waiting.order_by("-id").values_list(*OPEN_COLUMNS, named=True)
    return [open_row(row) for row in newest[:MOST_ROWS]]


def games_in_progress(user: User) -> list[Game]:
    """The games that *user* plays or waits in, the newest first. Three queries, or one."""
    keys = [key for (key,) in IN_PROGRESS.rows(user.pk)]
    return listed(Game.objects.filter(pk__in=keys).order_by("-id"))


def _in_progress(user_id: int) -> QuerySet[Game, tuple[int]]:
    """Three small partial indexes find them, however many games are over."""
    ongoing, open_games = Game.objects.ongoing(), Game.objects.open()
    found = (
        ongoing.filter(x_player=user_id),
        ongoing.filter(o_player=user_id),
        open_games.filter(creator=user_id),
    )
    one, *others = (games.order_by().values_list("pk") for games in found)
    return one.union(*others).order_by("-pk")[:MOST_IN_PROGRESS]


IN_PROGRESS = Prepared(_in_progress)


def featured_game() -> Game | None:
    """The most interesting public game of those being played, else of those just over, if any."""
    return _best_live() or _best_decided()


def _listed_one(**named: str | int) -> Game | None:
    return next(iter(listed(Game.objects.filter(**named))), None)


def _best_live() -> Game | None:
    uid = live_games().featured
    return _listed_one(uid=uid) if uid else None


def _best_decided() -> Game | None:
    """One of the newest that had a result; people before the computer, lines before the rest.

    They come in the order of the index game_by_status, so that no more rows are read than needed.
    """
    best = max(DECIDED.rows(), key=_interest, default=None)
    return _listed_one(pk=best[0]) if best else None


def _decided() -> QuerySet[Game, tuple[Any, ...]]:
    games = Game.objects.public().finished().filter(ply__gte=WORTH_SHOWING).exclude(outcome="")
    newest = games.order_by("-id").values_list("pk", "opponent", "termination", "ended_at")
    return newest[:CHOSEN_FROM]


DECIDED = Prepared(_decided, keys=0)


def _interest(row: tuple[Any, ...]) -> tuple[Any, ...]:
    _, opponent, termination, ended_at = row  # the moment as text or not, both sort alike
    is_among_people = opponent == Game.Opponent.ANYONE
    return is_among_people, termination == Game.Termination.LINE, ended_at
