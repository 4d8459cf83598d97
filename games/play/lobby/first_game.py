"""The board of the home page: the first press begins a game against the computer."""

from __future__ import annotations

from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import preferences_of
from games.board.looks import looks_for
from games.board.plain import PlainBoard
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Mark
from games.models import Game
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.game.watching import look
from games.play.lobby import services
from games.play.refusing import refused_data
from games.protocol.messages import MarkLook
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of

FIRST_GAME = Terms(
    ruleset=TIC_TAC_TOE,
    opponent=Game.Opponent.COMPUTER.value,
    level="rules",
    side=Mark.X,
    first=Mark.X,
    control=parse_time_control("none"),
)
CELLS = {str(cell) for cell in range(TIC_TAC_TOE.cells)}


def blank_board(request: HttpRequest) -> PlainBoard:
    """Return the board before the first press, in the visitor's own marks."""
    looks = looks_for(preferences_of(request), {mark.value: MarkLook("", "") for mark in Mark})
    return PlainBoard(TIC_TAC_TOE, Mark.X, (), looks, is_playable=True)


@require_http_methods(["GET", "HEAD", "POST"])
def first(request: HttpRequest) -> HttpResponse:
    """Begin the game with a mark where the board was pressed.

    A form leads to the game; a script, which accepts JSON only, gets the game to go on with.
    """
    if request.method != "POST":
        return redirect("games:home")
    player = ensure_user(request)
    is_form = request.accepts("text/html")
    try:
        game = _begin(request, player, wait_for_engine=is_form)
    except GameError as error:
        if not is_form:
            return refused_data(error)
        messages.error(request, refusal(error.code))
        return redirect("games:home")
    return redirect(game) if is_form else JsonResponse(_told(request, game, player))


def _begin(request: HttpRequest, player: User, *, wait_for_engine: bool) -> Game:
    game = async_to_sync(services.create_game)(
        creator=player, terms=FIRST_GAME, address=address_of(request)
    )
    cell = request.POST.get("cell", "")
    # Pressed beside the cells, the game starts without a mark.
    if cell in CELLS:
        async_to_sync(play)(
            uid=game.uid, player=player, ply=0, cell=int(cell), wait_for_engine=wait_for_engine
        )
    return game


def _told(request: HttpRequest, game: Game, player: User) -> dict[str, Any]:
    """Return what the script needs: whoever has become a guest also needs a new token for forms."""
    state = async_to_sync(look)(uid=game.uid, viewer=player)
    state = msgspec.structs.replace(state, marks=looks_for(preferences_of(request), state.marks))
    return {
        "state": msgspec.to_builtins(state),
        "url": game.get_absolute_url(),
        "review": reverse("games:review", args=[game.uid]),
        "token": get_token(request),
    }
