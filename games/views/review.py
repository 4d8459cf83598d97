"""A finished game, move by move."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.preferences import preferences_of
from games import selectors
from games.models import Game
from games.views.boards import board_data, board_rows


@require_safe
def review(request: HttpRequest, uid: str) -> HttpResponse:
    """The game after the move that ?ply= names, or at its end; one still played is shown live."""
    found = selectors.review_of(uid)
    if found is None:
        raise Http404
    game = found.game
    if game.status != Game.Status.FINISHED:
        return redirect(game)
    ply = _ply_asked_for(request, len(found.cells))
    line = found.line if ply == len(found.cells) else ()
    context = {
        "game": game,
        "steps": found.steps,
        "ply": ply,
        "last_ply": len(found.cells),
        "board": board_rows(game, found.cells[:ply], line),
        "data": {
            **board_data(game, found.cells),
            "line": found.line or None,
            "ply": ply,
            "coordinates": preferences_of(request).coordinates,
        },
    }
    return render(request, "games/review.html", context)


def _ply_asked_for(request: HttpRequest, last: int) -> int:
    """The number in the address, brought between 0 and *last*; without a number the last."""
    text = request.GET.get("ply", "")
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return last
    return min(int(text), last)
