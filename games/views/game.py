"""The page of one game, and its verbs as forms for players without scripts."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import preferences_of
from games import protocol, services
from games.core.chat import LONGEST_LINE
from games.core.clock import SECOND
from games.core.errors import GameError, TooFast
from games.core.rules import Mark, Ruleset
from games.models import Game
from games.plain_board import PlainBoard
from games.protocol import DECLINED, BadMessage, refusal
from games.selectors import chat_beside, game_of
from games.services import NotFound
from games.text.game_page import absence, move_texts, page_text, turn_of
from games.views.invite import invitation_link
from games.views.looks import looks_for
from tictactoe_site.common.addresses import address_of

Verb = Callable[..., Coroutine[Any, Any, Any]]

CONFLICT = 409
TOO_MANY = 429
BAD_REQUEST = 400


@require_GET
@never_cache
def game(request: HttpRequest, uid: str) -> HttpResponse:
    """The live page: for the players, for whoever may join, and for everybody who watches."""
    return _page(request, uid)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, uid: str) -> HttpResponse:
    """Take the free seat; somebody new comes as a guest. Read, it leads to the game, which asks."""
    if request.method != "POST":
        return redirect("games:game", uid)
    _require_game(request, uid)
    return _carry_out(request, uid, services.join, player=ensure_user(request))


@require_POST
def cancel(request: HttpRequest, uid: str) -> HttpResponse:
    """Call off a game that nobody has joined, and go back to the lobby."""
    return _carry_out(request, uid, services.cancel, then="games:home")


@require_POST
def decline(request: HttpRequest, uid: str) -> HttpResponse:
    """Refuse a challenge with a reason, and go back to what else waits."""
    reason = request.POST.get("reason", "no_thanks")
    return _carry_out(request, uid, services.decline, then="games:waiting", reason=reason)


@require_POST
def play(request: HttpRequest, uid: str) -> HttpResponse:
    """Make a move, and wait a moment for the computer's."""
    return _run_command(request, uid, protocol.PlayCommand, services.play, wait_for_engine=True)


def _view_of(verb: Verb) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view that does *verb*, which asks for nothing but the game and who does it."""

    @require_POST
    def view(request: HttpRequest, uid: str) -> HttpResponse:
        return _carry_out(request, uid, verb)

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
    return _run_command(
        request, uid, protocol.OfferCommand, services.offer, address=address_of(request)
    )


@require_POST
def answer(request: HttpRequest, uid: str) -> HttpResponse:
    """Accept or decline an offer, or withdraw one's own."""
    return _run_command(
        request, uid, protocol.AnswerCommand, services.answer, address=address_of(request)
    )


@require_POST
def say(request: HttpRequest, uid: str) -> HttpResponse:
    """Say a line beside the game; somebody new comes as a guest."""
    _require_game(request, uid)
    ensure_user(request)
    return _run_command(request, uid, protocol.SayCommand, services.say)


@require_POST
def again(request: HttpRequest, uid: str) -> HttpResponse:
    """The next game of a series against the computer or on one device."""
    _require_game(request, uid)
    if not request.user.is_authenticated:
        return _refused(request, uid, GameError("not_seated"))
    reset = request.POST.get("reset") == "1"
    try:
        following = async_to_sync(services.again)(
            uid=uid, player=request.user, reset=reset, address=address_of(request)
        )
    except GameError as error:
        return _refused(request, uid, error)
    return redirect(following)


def _run_command(
    request: HttpRequest, uid: str, kind: type[protocol.FromClient], verb: Verb, **more: Any
) -> HttpResponse:
    """Do *verb* as a form with the fields of a message of *kind* says."""
    try:
        message = protocol.parse_fields(kind, request.POST.dict())
    except BadMessage as error:
        return _page(request, uid, error, status=BAD_REQUEST)
    return _carry_out(request, uid, verb, **msgspec.structs.asdict(message), **more)


def _carry_out(
    request: HttpRequest, uid: str, verb: Verb, *, then: str = "", **arguments: Any
) -> HttpResponse:
    """Do *verb* for whoever asks, and go on to *then*, or back to the game.

    A refusal is said on the game's page.
    """
    _require_game(request, uid)
    try:
        if not request.user.is_authenticated:
            raise GameError("not_seated")
        async_to_sync(verb)(uid=uid, **{"player": request.user, **arguments})
    except GameError as error:
        return _refused(request, uid, error)
    return redirect(then) if then else redirect("games:game", uid=_next_of(uid) or uid)


def _refused(request: HttpRequest, uid: str, error: GameError) -> HttpResponse:
    if not isinstance(error, TooFast):
        return _page(request, uid, error, status=CONFLICT)
    response = _page(request, uid, error, status=TOO_MANY)
    response["Retry-After"] = str(error.wait)
    return response


def _next_of(uid: str) -> str:
    """The game that follows, if one does: an accepted rematch leads there."""
    return Game.objects.values_list("next_uid", flat=True).get(uid=uid)


def _require_game(request: HttpRequest, uid: str) -> None:
    """Answer a game that the visitor may not see as one that is not there."""
    if not Game.objects.visible_to(request.user.pk).filter(uid=uid).exists():
        raise Http404


def _page(
    request: HttpRequest, uid: str, error: GameError | None = None, *, status: int = 200
) -> HttpResponse:
    viewer = request.user if request.user.is_authenticated else None
    try:
        state = async_to_sync(services.look)(uid=uid, viewer=viewer)
    except NotFound as missing:
        raise Http404 from missing
    state = msgspec.structs.replace(state, marks=looks_for(preferences_of(request), state.marks))
    game = game_of(uid, request.user.pk)
    if game is None:
        raise Http404
    context = {
        "game": game,
        "link": invitation_link(request, uid),
        "you": state.you,
        "state": state,
        "state_data": msgspec.to_builtins(state),
        "page": page_text(state),
        "moves": move_texts(state),
        "absence": absence(state, settings.CLAIM_AFTER_SECONDS * SECOND),
        "claim_after": settings.CLAIM_AFTER_SECONDS,
        "board": _board(state),
        "can": _possibilities(state, game, viewer),
        "reasons": DECLINED,
        "error": refusal(error.code) if error else "",
        "chat": chat_beside(game, viewer),
        "draft": request.POST.get("text", "")[:LONGEST_LINE],
    }
    return render(request, "games/game.html", context, status=status)


def _possibilities(state: protocol.GameMessage, game: Game, viewer: User | None) -> dict[str, bool]:
    """What whoever looks may do now; the services decide again when it is done."""
    is_creator = viewer is not None and game.creator == viewer
    is_invited = viewer is not None and game.invited == viewer
    keeps_score = state.opponent in ("computer", "device")
    return {
        "play": turn_of(state) in state.you,
        "join": state.status == "open"
        and not (state.you or is_creator)
        and (is_invited or game.invited is None),
        "decline": state.status == "open" and is_invited,
        "cancel": state.status == "open" and is_creator,
        "give_time": not keeps_score and game.control != "none",
        "keep_score": keeps_score,
    }


def _board(state: protocol.GameMessage) -> PlainBoard:
    return PlainBoard(
        Ruleset(state.m, state.n, state.k),
        Mark(state.first),
        state.moves,
        state.marks,
        state.line or (),
        is_playable=turn_of(state) in state.you,
    )
