"""What the home page and the lobby's sockets show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.core.rules import Mark
from games.live.sockets.people_here import people_here
from games.models import Game, Seek
from games.play.game.queries import listed
from games.play.notices.queries import challenges_to, round_invitations
from games.protocol.messages import OpenGame
from games.protocol.open_games import OPEN_COLUMNS, OPEN_FOR, open_row

MAX_ROWS = 100  # of open games
MAX_COUNTED = 100  # of one's own games
MAX_SHOWN = 4  # of those, so that the rest of the home page is not pushed out of sight
MAX_CHALLENGES = 3  # that are shown


def open_games_rows() -> list[OpenGame]:
    """Return the games that wait for anyone, the newest first. One query."""
    since = timezone.now() - OPEN_FOR
    waiting = Game.objects.waiting(timezone.now()).filter(created_at__gte=since)
    newest = waiting.order_by("-id").values_list(*OPEN_COLUMNS, named=True)
    return [open_row(row) for row in newest[:MAX_ROWS]]


def people_to_show(viewer: User | None) -> int:
    """Return how many people are here now, *viewer* among them; 0 if nobody else is."""
    people = people_here()
    if viewer is None:
        return len(people)
    others = people - {viewer.pk}
    return len(others) + 1 if others else 0


@dataclass(frozen=True, slots=True)
class WaitingChallenges:
    """What waits for a user's answer: invitations to rated rounds come first, being short-lived."""

    rounds: Sequence[Seek] = ()
    games: Sequence[OpenGame] = ()

    @property
    def count(self) -> int:
        return len(self.rounds) + len(self.games)

    @property
    def has_more(self) -> bool:
        """Whether not all of them are shown."""
        return self.count > MAX_CHALLENGES

    @property
    def shown_rounds(self) -> Sequence[Seek]:
        return self.rounds[:MAX_CHALLENGES]

    @property
    def shown_games(self) -> Sequence[OpenGame]:
        return self.games[: max(0, MAX_CHALLENGES - len(self.rounds))]


def challenges(user: User) -> WaitingChallenges:
    """Return what waits for *user*'s answer. Two queries."""
    return WaitingChallenges(round_invitations(user), challenges_to(user))


@dataclass(frozen=True, slots=True)
class OwnGames:
    """A user's unfinished games: a few to show, how many there are, and how many wait for the user.

    The newest MAX_COUNTED are counted. Of these, games in which it is the user's turn are shown
    first, by deadline; then the newest.
    """

    shown: tuple[Game, ...] = ()
    count: int = 0
    turns: int = 0


def own_games(user: User) -> OwnGames:
    """Return the games that *user* plays or waits in. Four queries at most."""
    rows = sorted(_own(user.pk), key=itemgetter(0), reverse=True)[:MAX_COUNTED]
    deadlines = {key: deadline for key, deadline, *turn in rows if _moves(user.pk, *turn)}
    keys = [key for key, *_ in rows]
    keys.sort(key=lambda key: (key not in deadlines, _place(deadlines.get(key))))
    games = {game.pk: game for game in listed(Game.objects.filter(pk__in=keys[:MAX_SHOWN]))}
    shown = tuple(games[key] for key in keys[:MAX_SHOWN] if key in games)
    return OwnGames(shown, len(keys), len(deadlines))


def _moves(user_id: int, status: str, ply: int, first: str, *seats: int | None) -> bool:
    """Return whether it is the user's turn; *seats* are X's and O's players."""
    x_player, o_player = seats
    mover = x_player if (first == Mark.X) == (ply % 2 == 0) else o_player
    return status == Game.Status.ONGOING and mover == user_id


def _place(deadline: Any) -> tuple[bool, Any]:
    """Return a key that sorts by time, with no deadline last."""
    return (deadline is None, deadline or 0)


def _own(user_id: int) -> QuerySet[Game, tuple[Any, ...]]:
    """Return a user's unfinished games, found by three small partial indexes.

    They are not sorted here: the database would then use none of the three.
    """
    found = (
        Q(status=Game.Status.ONGOING, x_player=user_id)
        | Q(status=Game.Status.ONGOING, o_player=user_id)
        | Q(status=Game.Status.OPEN, creator=user_id)
    )
    columns = ("pk", "deadline", "status", "ply", "first", "x_player_id", "o_player_id")
    return Game.objects.filter(found).order_by().values_list(*columns)
