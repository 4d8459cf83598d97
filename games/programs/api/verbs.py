"""What a program can do: the verbs that forms and sockets have."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from ninja import Status

from accounts.models import User
from games.core.errors import GameError
from games.live.storage.loading import NotFound
from games.models import Game
from games.play.chat.services import say
from games.play.game import services
from games.play.lobby import challenges
from games.play.lobby import services as lobby
from games.programs.api.auth import CHALLENGE, PLAY, ProgramRequest, routes
from games.programs.api.schemas import (
    REFUSED,
    GameName,
    Made,
    NewAnswer,
    NewChallenge,
    NewDecline,
    NewLine,
    NewMove,
    NewOffer,
)
from tictactoe_site.common.addresses import address_of

DONE = {204: None, **REFUSED}

Verb = Callable[..., Coroutine[Any, Any, Any]]


@routes.post("challenges", **CHALLENGE, tags=["challenge"], response={201: GameName, **REFUSED})
def challenge(request: ProgramRequest, asked: NewChallenge) -> Status[dict[str, str]]:
    """Ask a player for a game."""
    invited: User | None = User.objects.find(asked.name)
    if invited is None:
        raise GameError("no_such_player")
    made = async_to_sync(challenges.challenge)(
        creator=request.auth.account,
        invited=invited,
        terms=asked.terms,
        address=address_of(request),
    )
    return Status(201, {"uid": made.uid})


@routes.post("challenges/{uid:uid}/accept", **CHALLENGE, tags=["challenge"], response=DONE)
def accept(request: ProgramRequest, uid: str) -> Status[None]:
    """Sit down in a game that one was asked for, or whose link one was given."""
    return _carry_out(request, uid, lobby.join)


@routes.post("challenges/{uid:uid}/decline", **CHALLENGE, tags=["challenge"], response=DONE)
def decline(request: ProgramRequest, uid: str, answer: NewDecline) -> Status[None]:
    """Say no, with a reason."""
    return _carry_out(request, uid, challenges.decline, reason=answer.reason)


@routes.post("challenges/{uid:uid}/withdraw", **CHALLENGE, tags=["challenge"], response=DONE)
def withdraw(request: ProgramRequest, uid: str) -> Status[None]:
    """Take one's own challenge back."""
    return _carry_out(request, uid, lobby.cancel)


@routes.post("games/{uid:uid}/moves", **PLAY, tags=["play"], response={200: Made, **REFUSED})
def move(request: ProgramRequest, uid: str, asked: NewMove) -> dict[str, bool]:
    """Mark a cell."""
    game = _game(request, uid)
    is_new = async_to_sync(services.play)(
        uid=uid,
        player=request.auth.account,
        ply=asked.ply,
        cell=asked.cell_on(game.ruleset),
        id=asked.id,
    )
    return {"new": is_new}


@routes.post("games/{uid:uid}/swap", **PLAY, tags=["play"], response=DONE)
def swap(request: ProgramRequest, uid: str) -> Status[None]:
    """Take over the first mark instead of answering it, where the terms allow it."""
    return _carry_out(request, uid, services.swap)


@routes.post("games/{uid:uid}/resign", **PLAY, tags=["play"], response=DONE)
def resign(request: ProgramRequest, uid: str) -> Status[None]:
    """Give the game to the other side."""
    return _carry_out(request, uid, services.resign)


@routes.post("games/{uid:uid}/abort", **PLAY, tags=["play"], response=DONE)
def abort(request: ProgramRequest, uid: str) -> Status[None]:
    """End the game without a result, before both sides have moved."""
    return _carry_out(request, uid, services.abort)


@routes.post("games/{uid:uid}/claim", **PLAY, tags=["play"], response=DONE)
def claim(request: ProgramRequest, uid: str) -> Status[None]:
    """Win because the other player has left."""
    return _carry_out(request, uid, services.claim)


@routes.post("games/{uid:uid}/claim-draw", **PLAY, tags=["play"], response=DONE)
def claim_draw(request: ProgramRequest, uid: str) -> Status[None]:
    """Draw because nobody can complete a line any more."""
    return _carry_out(request, uid, services.claim_draw)


@routes.post("games/{uid:uid}/give-time", **PLAY, tags=["play"], response=DONE)
def give_time(request: ProgramRequest, uid: str) -> Status[None]:
    """Give the other player more time: 15 seconds, or with days per move all of them again."""
    return _carry_out(request, uid, services.give_time)


@routes.post("games/{uid:uid}/offers", **PLAY, tags=["play"], response=DONE)
def offer(request: ProgramRequest, uid: str, asked: NewOffer) -> Status[None]:
    """Offer a draw or a rematch, or ask for a takeback; what both offer is agreed."""
    where = {"address": address_of(request)}
    return _carry_out(request, uid, services.offer, what=asked.what, **where)


@routes.post("games/{uid:uid}/answers", **PLAY, tags=["play"], response=DONE)
def answer(request: ProgramRequest, uid: str, asked: NewAnswer) -> Status[None]:
    """Accept or decline the other side's offer, or withdraw one's own."""
    where = {"address": address_of(request)}
    return _carry_out(request, uid, services.answer, what=asked.what, yes=asked.yes, **where)


@routes.post("games/{uid:uid}/chat", **PLAY, tags=["play"], response=DONE)
def chat(request: ProgramRequest, uid: str, asked: NewLine) -> Status[None]:
    """Say one of the lines that are offered beside a game."""
    return _carry_out(request, uid, say, text=asked.text)


def _carry_out(request: ProgramRequest, uid: str, verb: Verb, **arguments: Any) -> Status[None]:
    _game(request, uid)
    # After the game was found: no refusal should tell of a game that the bot may not see.
    async_to_sync(verb)(uid=uid, player=request.auth.account, **arguments)
    return Status(204, None)


def _game(request: ProgramRequest, uid: str) -> Game:
    """Return the game. Raises NotFound if the bot may not see it."""
    game = Game.objects.visible_to(request.auth.account_id).filter(uid=uid).first()
    if game is None:
        raise NotFound
    return game
