"""Playing on from a position: the page for games that are over, and what all such pages share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.guests import ensure_user
from accounts.preferences import preferences_of
from games.board.looks import looks_for, looks_of
from games.board.pages import plain_board
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.learn.review.queries import ReviewedGame, review_of
from games.learn.review.views import ply_asked_for
from games.models import Game
from games.play.game.terms import Terms
from games.play.lobby.forms import PlayOnForm
from games.play.lobby.services import create_game
from games.play.refusing import status_of, with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of


class PlayOnPage(Protocol):
    """Renders the page with *form*, as it was sent or empty."""

    def __call__(self, form: PlayOnForm, status: int = 200) -> HttpResponse: ...


@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the form for a game from the position that ?ply= names; by POST, create the game."""
    found = review_of(uid, request.user.pk)
    if found is None:
        raise Http404
    if found.game.status != Game.Status.FINISHED:
        return redirect(found.game)
    ply = ply_asked_for(request, len(found.cells))
    return play_from(
        request,
        terms=lambda form: _terms(form, found, ply),
        page=lambda form, status=200: _page(request, found, ply, form, status),
    )


def play_from(
    request: HttpRequest, *, terms: Callable[[PlayOnForm], Terms], page: PlayOnPage
) -> HttpResponse:
    """Show the *page* with the form; by POST, create a game with the *terms* of the form."""
    if request.method != "POST":
        return page(PlayOnForm())
    form = PlayOnForm(request.POST)
    if not form.is_valid():
        return page(form, status=422)
    try:
        chosen = terms(form)
        chosen.check()  # before anybody becomes a guest for it
        made = async_to_sync(create_game)(
            creator=ensure_user(request), terms=chosen, address=address_of(request)
        )
    except GameError as error:
        form.add_error(None, refusal(error.code))
        return with_wait(page(form, status=status_of(error, 422)), error)
    return redirect(made)


def _terms(form: PlayOnForm, found: ReviewedGame, ply: int) -> Terms:
    chosen, game = form.cleaned_data, found.game
    return Terms(
        ruleset=game.ruleset,
        opponent=chosen["opponent"],
        level=chosen["level"],
        side=chosen["side"],
        first=game.first,
        control=parse_time_control(chosen["control"]),
        setup=found.cells[:ply],
        origin=game.uid if ply else "",
    )


def _page(
    request: HttpRequest, found: ReviewedGame, ply: int, form: PlayOnForm, status: int
) -> HttpResponse:
    game = found.game
    line = found.line if ply == len(found.cells) else ()
    looks = looks_for(preferences_of(request), looks_of(game))
    board = plain_board(game, found.cells[:ply], line, looks)
    context = {"game": game, "ply": ply, "form": form, "board": board}
    return render(request, "learn/positions/play_on.html", context, status=status)
