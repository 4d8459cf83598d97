"""The page of one game, how it answers its forms, and the link that invites, also as a QR code."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.access import found_or_404, viewer_of
from accounts.models import User
from accounts.preferences import preferences_of
from games.board.looks import looks_for
from games.board.plain import PlainBoard
from games.core.chat import MAX_LINE_LENGTH
from games.core.clock import SECOND
from games.core.errors import GameError
from games.core.rules import Mark, Ruleset
from games.live.storage.loading import NotFound
from games.models import Game
from games.play.chat.queries import chat_beside
from games.play.game import watching
from games.play.game.queries import search_of
from games.play.refusing import status_of, with_wait
from games.protocol.messages import GameMessage
from games.text.game_page import page_text, partner_name
from games.text.game_round import begin_text
from games.text.game_sides import turn_of
from games.text.game_times import absence, move_texts
from games.text.refusals import DECLINED, refusal
from games.text.seat_names import in_words
from tictactoe_site.common.links import url_as_seen
from tictactoe_site.common.qr import qr_svg

Verb = Callable[..., Coroutine[Any, Any, Any]]
DAY = 24 * 3600  # seconds


def carry_out(
    request: HttpRequest, uid: str, verb: Verb, *, then: str = "", **arguments: Any
) -> HttpResponse:
    """Do *verb* for the visitor, and redirect to *then*, or back to the game.

    A refusal is shown on the game's page.
    """
    # First, so that a refusal does not reveal a game that the visitor may not see.
    require_game(request, uid)
    try:
        if not request.user.is_authenticated:
            raise GameError("not_seated")
        async_to_sync(verb)(uid=uid, player=request.user, **arguments)
    except GameError as error:
        return refused_page(request, uid, error)
    return redirect(then) if then else redirect("games:game", uid=_next_of(uid) or uid)


def refused_page(request: HttpRequest, uid: str, error: GameError) -> HttpResponse:
    """Show the game with the reason of *error*, under the status that goes with it."""
    return with_wait(game_page(request, uid, error, status=status_of(error)), error)


def _next_of(uid: str) -> str:
    """Return the uid of the game that follows, or "": an accepted rematch leads there."""
    return Game.objects.values_list("next_uid", flat=True).get(uid=uid)


def require_game(request: HttpRequest, uid: str) -> None:
    """Raise Http404, as if there were no such game, unless the visitor may see it."""
    if not Game.objects.visible_to(request.user.pk).filter(uid=uid).exists():
        raise Http404


def game_page(
    request: HttpRequest, uid: str, error: GameError | None = None, *, status: int = 200
) -> HttpResponse:
    """Show the game as the visitor sees it, with the reason of *error* if something was refused."""
    viewer = viewer_of(request)
    try:
        state = async_to_sync(watching.look)(uid=uid, viewer=viewer)
    except NotFound as missing:
        raise Http404 from missing
    state = in_words(state)
    # The state is the same for everybody, the looks of the marks are the viewer's own choice.
    state = msgspec.structs.replace(state, marks=looks_for(preferences_of(request), state.marks))
    # Without its players: the state has them, and only the page of an open game asks for more.
    game = found_or_404(Game.objects.filter(uid=uid).first())
    context = {
        "game": game,
        "link": invitation_link(request, uid),
        "you": state.you,
        "state": state,
        "state_data": msgspec.to_builtins(state),
        "page": page_text(state),
        "moves": move_texts(state),
        "begin": begin_text(state),
        "partner": partner_name(state),
        "absence": absence(state, settings.CLAIM_AFTER_SECONDS * SECOND),
        "claim_after": settings.CLAIM_AFTER_SECONDS,
        "board": _board(state),
        "can": _possibilities(state, game, viewer),
        "is_solo": _is_solo(state),
        "search": search_of(viewer) if viewer and _is_against_computer(state) else None,
        "waited": int((timezone.now() - game.created_at).total_seconds()),
        "reasons": DECLINED,
        "error": refusal(error.code) if error else "",
        "chat": chat_beside(game, viewer),
        # What was refused stays in the field.
        "draft": request.POST.get("text", "")[:MAX_LINE_LENGTH],
    }
    return render(request, "play/game/game.html", context, status=status)


def _is_against_computer(state: GameMessage) -> bool:
    return state.opponent == "computer" and bool(state.you)


def _is_solo(state: GameMessage) -> bool:
    """Return whether nobody else is asked for another game: there is a computer, or one device."""
    return state.opponent in ("computer", "device")


def _possibilities(state: GameMessage, game: Game, viewer: User | None) -> dict[str, bool]:
    """Return what the viewer may do in this game; the commands decide again when it is done."""
    is_creator = viewer is not None and game.creator_id == viewer.pk
    is_invited = viewer is not None and game.invited_id == viewer.pk
    return {
        "play": turn_of(state) in state.you,
        "join": state.status == "open"
        and not (state.you or is_creator)
        and (is_invited or game.invited_id is None),
        "decline": state.status == "open" and is_invited,
        "cancel": state.status == "open" and is_creator,
        "give_time": not _is_solo(state) and game.control != "none",
    }


def _board(state: GameMessage) -> PlainBoard:
    return PlainBoard(
        Ruleset(state.m, state.n, state.k),
        Mark(state.first),
        state.moves,
        state.marks,
        state.line or (),
        is_playable=turn_of(state) in state.you,
    )


def invitation_link(request: HttpRequest, uid: str) -> str:
    """Return the address of the game *uid* under the origin that the visitor uses."""
    return url_as_seen(request, reverse("games:game", kwargs={"uid": uid}))


@require_safe
@cache_control(public=True, max_age=DAY)
def invite_svg(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a QR code of the game's link, one for everybody; a challenge has none until accepted."""
    if not Game.objects.visible_to(None).filter(uid=uid).exists():
        raise Http404
    return HttpResponse(qr_svg(invitation_link(request, uid)), content_type="image/svg+xml")
