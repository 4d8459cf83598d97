"""What is waiting for a user: turns in games, challenges, invitations to rounds, and notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.core.clock import gives_days
from games.core.rules import Mark
from games.core.series import GAMES_OF_ROUND
from games.models import (
    DecisionNotice,
    Game,
    GameQuerySet,
    Move,
    RefundNotice,
    Round,
    Seek,
    TurnMail,
)
from games.protocol.messages import OpenGame
from games.protocol.open_games import OPEN_COLUMNS, open_row

MAX_SHOWN = 50


@dataclass(frozen=True, slots=True)
class WaitingGames:
    """Games that wait, the soonest deadlines first; `sent` are challenges without an answer."""

    turns: tuple[Game, ...]
    challenges: tuple[Game, ...]
    sent: tuple[Game, ...]


def games_waiting_for(user_id: int) -> GameQuerySet:
    """Return challenges to answer, and the games with other people in which it is the user's turn.

    Some games wait whoever's turn it is: until the first move, a game of a round, and the user's
    own game from the lobby that somebody has joined, unless it has days for a move; and to its end,
    a round's game with the computer. One query finds the games; reading the result is another.
    """
    return Game.objects.filter(uid__in=_uids_of_games(user_id))


def uids_waiting_for(user_id: int) -> list[str]:
    """Return all that waits for the user: games, challenges, invitations and notices.

    Three queries.
    """
    rounds = Seek.objects.present(timezone.now()).filter(invited=user_id).order_by()
    notices = (uid for (uid,) in _notices(user_id))
    return [*_uids_of_games(user_id), *rounds.values_list("uid", flat=True), *notices]


def _notices(user_id: int) -> QuerySet[RefundNotice, tuple[str]]:
    refunds = RefundNotice.objects.filter(user=user_id).order_by().values_list("uid")
    decisions = DecisionNotice.objects.filter(user=user_id).order_by().values_list("uid")
    return refunds.union(decisions, all=True)


def _uids_of_games(user_id: int) -> list[str]:
    """Return which of the user's unfinished games wait for the user."""
    # To leave to the database whose turn it is makes the query three times as slow.
    games = (_Game(*row) for row in _unfinished_games(user_id))
    return [game.uid for game in games if _waits_for(user_id, game)]


class _Game(NamedTuple):
    """What tells whose turn it is, and who has to come."""

    uid: str
    creator_id: int
    control: str
    setup: int
    status: str
    opponent: str
    best_of: int
    first: str
    ply: int
    x_player_id: int | None
    o_player_id: int | None

    @property
    def is_of_round(self) -> bool:
        """Whether it is one of the two games of a round."""
        return self.best_of == GAMES_OF_ROUND


def _unfinished_games(user_id: int) -> QuerySet[Game, Any]:
    """Return the user's unfinished games, by three small partial indexes, for every page asks."""
    found = (
        Q(status=Game.Status.ONGOING, x_player=user_id)
        | Q(status=Game.Status.ONGOING, o_player=user_id)
        | Q(status=Game.Status.OPEN, invited=user_id)
    )
    return Game.objects.filter(found).order_by().values_list(*_Game._fields)


def _waits_for(user_id: int, game: _Game) -> bool:
    """Return whether a game that the user plays, or is asked to play, waits for them."""
    if game.status == Game.Status.OPEN:
        return True
    if game.opponent == Game.Opponent.COMPUTER:
        return game.is_of_round
    is_turn_of_x = (game.first == Mark.X) == (game.ply % 2 == 0)
    to_move = game.x_player_id if is_turn_of_x else game.o_player_id
    if _is_expected(user_id, game):
        return True
    return game.opponent in Game.BETWEEN_PEOPLE and to_move == user_id


def _is_expected(user_id: int, game: _Game) -> bool:
    """Return whether a game without a move yet has begun while the user was perhaps elsewhere.

    That is so if somebody has joined the user's game, or a round has found its players.
    """
    if game.opponent != Game.Opponent.ANYONE or game.ply != game.setup:
        return False
    if game.is_of_round:
        return True
    return game.creator_id == user_id and not gives_days(game.control)


def turn_since() -> Coalesce:
    """Return, for a query of ongoing games, since when it has been the turn of whoever is to move.

    Until both have moved no clock runs; then it is the time of the last move, or of the start.
    """
    moves = Move.objects.filter(game=OuterRef("pk"), ply__gte=OuterRef("setup"))
    last = Subquery(moves.order_by("-ply").values("played_at")[:1])
    return Coalesce("turn_at", last, "started_at")


def wants_turn_mail(user: User) -> bool:
    """Return whether *user* is told of turns by e-mail."""
    return TurnMail.objects.filter(user=user).exists()


def challenges_to(user: User) -> list[OpenGame]:
    """Return the challenges that wait for *user*'s answer, the longest waiting first. One query."""
    asked = Game.objects.open().filter(invited=user).order_by("id")
    return [open_row(row) for row in asked.values_list(*OPEN_COLUMNS, named=True)[:MAX_SHOWN]]


def round_invitations(user: User) -> list[Seek]:
    """Return the seeks of those who wait for *user* to accept a rated round. One query."""
    return list(Seek.objects.present(timezone.now()).filter(invited=user)[:MAX_SHOWN])


def refund_notices(user: User) -> list[RefundNotice]:
    """Return what *user* has not read yet of refunds, the oldest first. One query."""
    return list(RefundNotice.objects.filter(user=user)[:MAX_SHOWN])


def decision_notices(user: User) -> list[DecisionNotice]:
    """Return what *user* has not read yet of decisions, the oldest first. One query."""
    found = DecisionNotice.objects.filter(user=user).select_related("decision", "other")
    return list(found[:MAX_SHOWN])


def games_to_show(user: User) -> WaitingGames:
    """Return the games that wait for *user*, with players, moves and kinds of rounds.

    Six queries at most.
    """
    listed = games_waiting_for(user.pk).with_players().prefetch_related("moves")
    # PostgreSQL puts those without a deadline last by itself, SQLite first.
    games = list(listed.order_by(F("deadline").asc(nulls_last=True), "id")[:MAX_SHOWN])
    kinds = Round.objects.kinds_of(games)
    for game in games:
        game.round_kind = kinds.get(game.series, "")
    sent = Game.objects.open().filter(creator=user, invited__isnull=False)
    return WaitingGames(
        turns=tuple(game for game in games if game.status == Game.Status.ONGOING),
        challenges=tuple(game for game in games if game.status == Game.Status.OPEN),
        sent=tuple(sent.with_players().prefetch_related("moves").order_by("id")[:MAX_SHOWN]),
    )
