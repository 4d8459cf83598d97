"""What is read of workshops."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from games.core.errors import GameError, TooFast
from games.models import Game, Workshop, WorkshopGame, WorkshopPlayer
from tictactoe_site.common.throttles import BackOff

# Wrong codes of an address; a class has one address, and mistypes.
WRONG_CODES = BackOff("workshop_codes", free=60, wait=2, longest=300)

UNPLAYED = Q(game=None) | Q(
    game__termination__in=(Game.Termination.ABORT, Game.Termination.CANCELLED)
)


def find_open(code: str, *, address: str) -> Workshop:
    """The open workshop of *code*, asked for from *address*.

    Raises GameError: no_such_workshop; TooFast to an address that tries many codes.
    """
    if wait := WRONG_CODES.enter(address):
        raise TooFast(wait)
    workshop = Workshop.objects.open().filter(code=code.upper()).first()
    if workshop is None:
        raise GameError("no_such_workshop")
    WRONG_CODES.forgive(address)
    return workshop


def own_workshops(owner: User) -> QuerySet[Workshop]:
    return owner.workshops.all()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game of a workshop that waits for a second player."""

    uid: str
    creator: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of the round robin that is to be played, with the players' users."""

    pk: int
    x: User
    o: User


@dataclass(frozen=True, slots=True)
class Seen:
    """How a workshop stands in the database."""

    is_open: bool
    waiting: tuple[Waiting, ...]
    names: dict[int, str]  # of players, by their users
    to_play: tuple[Pairing, ...]
    being_played: tuple[str, ...]  # the uids of the round robin's games
    to_ask: tuple[int, ...]  # the users of players whose programs are to be asked


def look(workshop_id: int) -> Seen:
    """Read how the workshop stands, but for its games."""
    games = WorkshopGame.objects.filter(workshop=workshop_id)
    waiting = games.filter(x=None, game__status=Game.Status.OPEN)
    players = WorkshopPlayer.objects.filter(workshop=workshop_id)
    asked = players.filter(verdict=WorkshopPlayer.Verdict.ASKING)
    paired = games.exclude(x=None)
    to_play = paired.filter(UNPLAYED).select_related("x__user", "o__user")
    playing = paired.filter(game__status=Game.Status.ONGOING)
    return Seen(
        is_open=Workshop.objects.open().filter(pk=workshop_id).exists(),
        waiting=tuple(
            Waiting(uid, creator)
            for uid, creator in waiting.values_list("game__uid", "game__creator_id")
        ),
        names=dict(players.values_list("user_id", "name")),
        to_play=tuple(Pairing(pair.pk, pair.x.user, pair.o.user) for pair in to_play),
        being_played=tuple(playing.values_list("game__uid", flat=True)),
        to_ask=tuple(asked.values_list("user_id", flat=True)),
    )


def game_to_join(workshop_id: int, uid: str | None, *, player: int) -> str:
    """The waiting game *uid* of the workshop, or any that is not the *player*'s own.

    Raises GameError: no_such_game, no_open_game.
    """
    waiting = Game.objects.open().filter(workshop_game__workshop=workshop_id, workshop_game__x=None)
    if uid is not None:
        if not waiting.filter(uid=uid).exists():
            raise GameError("no_such_game")
        return uid
    uids = list(waiting.exclude(creator=player).values_list("uid", flat=True))
    if not uids:
        raise GameError("no_open_game")
    return secrets.choice(uids)


def unfinished(workshop_id: int) -> dict[int, str]:
    """The uid of the game that each player has waiting or going on, by the player's user."""
    games = Game.objects.filter(workshop_game__workshop=workshop_id).exclude(
        status=Game.Status.FINISHED
    )
    found: dict[int, str] = {}
    for uid, *users in games.values_list("uid", "creator_id", "x_player_id", "o_player_id"):
        found |= dict.fromkeys((user for user in users if user is not None), uid)
    return found
