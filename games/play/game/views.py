"""The page of a game, and its commands as forms for players without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import ensure_user
from games.core.errors import GameError
from games.play.chat import services as chat
from games.play.game import series, services
from games.play.game.page import Verb, carry_out, game_page, refused_page, require_game
from games.protocol.commands import (
    AnswerCommand,
    OfferCommand,
    PlayCommand,
    SayCommand,
    parse_fields,
)
from games.protocol.frames import BadMessage, FromClient
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.methods import require_POST

BAD_REQUEST = 400


@require_safe
@never_cache
def game(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the live page: for the players, for whoever may join, and for everybody who watches."""
    return game_page(request, uid)


@require_POST
def play(request: HttpRequest, uid: str) -> HttpResponse:
    """Make a move, and wait a moment for the computer's."""
    return _run_command(request, uid, PlayCommand, services.play, wait_for_engine=True)


def _view_of(verb: Verb) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view for *verb*, which needs nothing but the game and the player."""

    @require_POST
    def view(request: HttpRequest, uid: str) -> HttpResponse:
        return carry_out(request, uid, verb)

    return view


swap = _view_of(services.swap)
resign = _view_of(services.resign)
claim = _view_of(services.claim)
claim_draw = _view_of(services.claim_draw)
give_time = _view_of(services.give_time)
abort = _view_of(services.abort)


@require_POST
def offer(request: HttpRequest, uid: str) -> HttpResponse:
    """Offer a draw, ask for a takeback, or offer a rematch."""
    return _run_command(request, uid, OfferCommand, services.offer, address=address_of(request))


@require_POST
def answer(request: HttpRequest, uid: str) -> HttpResponse:
    """Accept or decline an offer, or withdraw one's own."""
    return _run_command(request, uid, AnswerCommand, services.answer, address=address_of(request))


@require_POST
def say(request: HttpRequest, uid: str) -> HttpResponse:
    """Say a line in the chat; somebody new becomes a guest."""
    require_game(request, uid)
    ensure_user(request)
    return _run_command(request, uid, SayCommand, chat.say)


@require_POST
def again(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the next game of a series against the computer or on one device."""
    require_game(request, uid)
    if not request.user.is_authenticated:
        return refused_page(request, uid, GameError("not_seated"))
    reset = request.POST.get("reset") == "1"
    try:
        following = async_to_sync(series.again)(
            uid=uid, player=request.user, reset=reset, address=address_of(request)
        )
    except GameError as error:
        return refused_page(request, uid, error)
    return redirect(following)


def _run_command(
    request: HttpRequest, uid: str, kind: type[FromClient], verb: Verb, **more: Any
) -> HttpResponse:
    """Do *verb* with a form's fields, read as a message of *kind*."""
    try:
        message = parse_fields(kind, request.POST.dict())
    except BadMessage as error:
        return game_page(request, uid, error, status=BAD_REQUEST)
    return carry_out(request, uid, verb, **msgspec.structs.asdict(message), **more)
