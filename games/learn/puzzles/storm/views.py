"""The pages of storms."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import found_or_404, viewer_of
from accounts.guests import ensure_user
from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.learn.puzzles.drills import board_of, handle_answer
from games.learn.puzzles.runs import best_of, history_of, own_run
from games.learn.puzzles.storm import services
from games.models import Storm
from games.play.refusing import refusals_told
from games.text.game_times import clock_text
from tictactoe_site.common.methods import require_POST


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def storms(request: HttpRequest) -> HttpResponse:
    """Show one's storms; by POST, begin one, unless one goes on, and redirect to it."""
    if request.method != "POST":
        user = viewer_of(request)
        if user:
            services.end_overdue(user=user, now=timezone.now())
        return render(
            request, "learn/puzzles/storm/storms.html", {"history": history_of(Storm, user)}
        )
    with refusals_told(request):
        return redirect(services.begin(user=ensure_user(request)))
    return redirect("games:storms")


@require_safe
@never_cache
def storm(request: HttpRequest, storm_id: int) -> HttpResponse:
    """Show the puzzle to solve now, or how many were solved."""
    return _page(request, _own(request, storm_id))


@require_POST
def answer(request: HttpRequest, storm_id: int) -> HttpResponse:
    """Mark a cell in the version of the storm that the form names."""
    storm = _own(request, storm_id)
    verb, page = partial(services.answer, storm=storm), partial(_page, request, storm)
    return handle_answer(request, storm, verb, page)


def _page(
    request: HttpRequest,
    storm: Storm,
    error: str = "",
    *,
    is_open: bool = False,
    status: int = 200,
) -> HttpResponse:
    ms_left = storm.ms_left(timezone.now())
    context: dict[str, Any] = {
        "storm": storm,
        "puzzle": storm.puzzle,
        "best": best_of(Storm, storm.user),
        "is_open": is_open,
        "error": error,
        "ms_left": ms_left,
        "clock": clock_text(ms_left).main,
        "missed": services.missed_in(storm) if storm.is_over else [],
    }
    if storm.puzzle and not storm.is_over:
        looks = own_looks(preferences_of(request))
        context["board"] = board_of(
            storm.puzzle.position, storm.transform, looks, played=storm.moves, is_playable=True
        )
    return render(request, "learn/puzzles/storm/storm.html", context, status=status)


def _own(request: HttpRequest, storm_id: int) -> Storm:
    """Return the viewer's storm *storm_id*, ended if its time is up."""
    user = viewer_of(request)
    if user:
        services.end_overdue(user=user, now=timezone.now())
    return found_or_404(own_run(Storm, user, storm_id))
