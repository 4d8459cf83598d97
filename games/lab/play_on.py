"""Playing on from a position of the game that refutes a program."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.guests import ensure_user
from games.core.clock import parse_time_control
from games.core.errors import GameError, TooFast
from games.lab import queries
from games.lab.showing import Film, ShownRun
from games.lobby.forms import PlayOnForm
from games.lobby.services import create_game
from games.play.terms import Terms
from games.review.grades import with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of

LONGEST_PLY = 3  # digits


def asked_ply(request: HttpRequest) -> int | None:
    """The number of moves that ?ply= names, if it is one."""
    text = request.GET.get("ply", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_PLY
    return int(text) if is_number else None


@require_http_methods(["GET", "HEAD", "POST"])
def play_lab_position(request: HttpRequest, run_id: int) -> HttpResponse:
    """The choice of an opponent for the position that ?ply= names, and the game it makes."""
    run = queries.run_of(run_id, request.user.pk)
    film = ShownRun(run, asked_ply(request)).film if run else None
    if film is None or not film.is_open:
        raise Http404
    if request.method != "POST":
        return _page(request, film, PlayOnForm())
    form = PlayOnForm(request.POST)
    if not form.is_valid():
        return _page(request, film, form, status=422)
    try:
        terms = _terms(form, film)
        terms.check()  # before anybody becomes a guest for it
        made = async_to_sync(create_game)(
            creator=ensure_user(request), terms=terms, address=address_of(request)
        )
    except GameError as error:
        form.add_error(None, refusal(error.code))
        status = 429 if isinstance(error, TooFast) else 422
        return with_wait(_page(request, film, form, status=status), error)
    return redirect(made)


def _terms(form: PlayOnForm, film: Film) -> Terms:
    chosen = form.cleaned_data
    return Terms(
        ruleset=film.run.ruleset,
        opponent=chosen["opponent"],
        level=chosen["level"],
        side=chosen["side"],
        control=parse_time_control(chosen["control"]),
        setup=film.shown,
    )


def _page(request: HttpRequest, film: Film, form: PlayOnForm, *, status: int = 200) -> HttpResponse:
    context = {"run": film.run, "ply": film.ply, "form": form, "board": film.board}
    return render(request, "lab/play_on.html", context, status=status)
