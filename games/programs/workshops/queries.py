"""What is read of workshops."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import User
from games.compete.round_robin.chart import Chart
from games.core.errors import GameError
from games.live.limits import WRONG_CODES, enter
from games.models import Game, Workshop, WorkshopPlayer
from games.programs.workshops.round_robin.queries import chart_of, paired


def find_open(code: str, *, address: str) -> Workshop:
    """Return the open workshop of *code*, asked for from *address*.

    Raises GameError: no_such_workshop; TooFast to an address that tries many codes.
    """
    # Counted before it is known to be wrong, so that many codes at once gain nothing.
    enter((WRONG_CODES, address))
    found = Workshop.objects.open().filter(code=code.upper())
    # Anything else that a client sends is no code, and PostgreSQL refuses NUL even in a query.
    workshop = found.first() if code.isalnum() else None
    if workshop is None:
        raise GameError("no_such_workshop")
    WRONG_CODES.give_back(address)
    return workshop


def address_of_code(code: str) -> str | None:
    """Return the address at which a class enters the open workshop of *code*."""
    if Workshop.objects.open().filter(code=code).exists():
        return reverse("games:workshop_start", args=(code,))
    return None


def own_workshops(owner: User) -> QuerySet[Workshop]:
    return owner.workshops.all()


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game of a workshop that waits for a second player."""

    uid: str
    creator: int  # the user's id


@dataclass(frozen=True, slots=True)
class ProgramToTest:
    """A player whose every line of play is to be asked; *level* is "" unless it is the computer."""

    pk: int
    user: int
    level: str


@dataclass(frozen=True, slots=True)
class WorkshopSnapshot:
    """How a workshop stands in the database."""

    is_open: bool
    waiting: tuple[WaitingGame, ...]
    names: dict[int, str]  # of players, by their users
    chart: Chart  # of the round robin
    is_paused: bool  # so that no game of it begins
    being_played: tuple[str, ...]  # the uids of its games that go on
    to_ask: tuple[ProgramToTest, ...]
    move_seconds: int
    removed: tuple[int, ...]  # the users of players whom the teacher has sent away, or staff banned


def look(workshop_id: int) -> WorkshopSnapshot:
    """Read how the workshop stands, without the moves of its games."""
    workshop = Workshop.objects.get(pk=workshop_id)
    waiting = workshop.games.filter(x=None, game__status=Game.Status.OPEN)
    asked = workshop.players.filter(verdict=WorkshopPlayer.Verdict.ASKING, is_removed=False)
    playing = paired(workshop_id).filter(game__status=Game.Status.ONGOING)
    gone = Q(is_removed=True) | Q(user__banned_at__isnull=False)
    return WorkshopSnapshot(
        is_open=Workshop.objects.open().filter(pk=workshop_id).exists(),
        waiting=tuple(
            WaitingGame(uid, creator)
            for uid, creator in waiting.values_list("game__uid", "game__creator_id")
        ),
        names=dict(workshop.players.values_list("user_id", "name")),
        chart=chart_of(workshop_id),
        is_paused=workshop.is_paused,
        being_played=tuple(playing.values_list("game__uid", flat=True)),
        to_ask=tuple(ProgramToTest(*row) for row in asked.values_list("pk", "user_id", "level")),
        move_seconds=workshop.move_seconds,
        removed=tuple(workshop.players.filter(gone).values_list("user_id", flat=True)),
    )


def game_to_join(workshop_id: int, uid: str | None, *, player: int) -> str:
    """Return the waiting game *uid* of the workshop, or any that is not the *player*'s own.

    Raises GameError: no_such_game, no_open_game.
    """
    games = Game.objects.open().filter(workshop_game__workshop=workshop_id, workshop_game__x=None)
    waiting = dict(games.values_list("uid", "creator"))
    # Looked for here and not by the query, in which PostgreSQL refuses NUL.
    if uid is not None:
        if uid not in waiting:
            raise GameError("no_such_game")
        return uid
    uids = [uid for uid, creator in waiting.items() if creator != player]
    if not uids:
        raise GameError("no_open_game")
    return secrets.choice(uids)


def unfinished(workshop_id: int) -> dict[int, str]:
    """Return the uid of the game that each pupil has waiting or going on, by the pupil's user."""
    games = Game.objects.filter(workshop_game__workshop=workshop_id).exclude(
        status=Game.Status.FINISHED
    )
    players = WorkshopPlayer.objects.filter(workshop=workshop_id, level="")
    pupils = set(players.values_list("user_id", flat=True))
    found: dict[int, str] = {}
    for uid, *users in games.values_list("uid", "creator_id", "x_player_id", "o_player_id"):
        found |= dict.fromkeys(pupils.intersection(users), uid)
    return found
