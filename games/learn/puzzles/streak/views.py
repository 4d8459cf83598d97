"""The pages of streaks."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import found_or_404, viewer_of
from accounts.guests import ensure_user
from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.core.errors import GameError
from games.learn.puzzles.drills import board_of, frames_of, handle_answer
from games.learn.puzzles.runs import best_of, history_of, own_run
from games.learn.puzzles.streak import services
from games.models import Streak
from games.play.refusing import refusals_told, refused_page
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import form_number


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def streaks(request: HttpRequest) -> HttpResponse:
    """Show one's streaks; by POST, begin one, unless one goes on, and redirect to it."""
    if request.method != "POST":
        context = {"history": history_of(Streak, viewer_of(request))}
        return render(request, "learn/puzzles/streak/streaks.html", context)
    with refusals_told(request):
        return redirect(services.begin(user=ensure_user(request)))
    return redirect("games:streaks")


@require_safe
@never_cache
def streak(request: HttpRequest, streak_id: int) -> HttpResponse:
    """Show the puzzle to solve now, or how the streak ended."""
    return _page(request, _own(request, streak_id))


@require_POST
def answer(request: HttpRequest, streak_id: int) -> HttpResponse:
    """Mark a cell in the version of the streak that the form names."""
    streak = _own(request, streak_id)
    verb, page = partial(services.answer, streak=streak), partial(_page, request, streak)
    return handle_answer(request, streak, verb, page)


@require_POST
def skip(request: HttpRequest, streak_id: int) -> HttpResponse:
    """Go on to another puzzle, which is allowed once in a streak."""
    streak = _own(request, streak_id)
    try:
        services.skip(streak=streak, version=form_number(request.POST.get("version", "")))
    except GameError as error:
        return refused_page(error, partial(_page, request, streak))
    return redirect(streak)


def _page(
    request: HttpRequest,
    streak: Streak,
    error: str = "",
    *,
    is_open: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = {
        "streak": streak,
        "puzzle": streak.puzzle,
        "best": best_of(Streak, streak.user),
        "is_open": is_open,
        "error": error,
        **_board_context(request, streak),
    }
    return render(request, "learn/puzzles/streak/streak.html", context, status=status)


def _board_context(request: HttpRequest, streak: Streak) -> dict[str, Any]:
    """Return the board to answer on; after the end also a board for each of the last moves."""
    if streak.puzzle is None:
        return {}
    looks, transform = own_looks(preferences_of(request)), streak.transform
    position = streak.puzzle.position
    moves = streak.moves
    board = board_of(position, transform, looks, played=moves, is_playable=not streak.is_over)
    if not streak.is_over:
        return {"board": board}
    return {"board": board, "frames": frames_of(position, [*moves, *streak.refutation], transform)}


def _own(request: HttpRequest, streak_id: int) -> Streak:
    return found_or_404(own_run(Streak, viewer_of(request), streak_id))
