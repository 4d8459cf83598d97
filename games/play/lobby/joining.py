"""Joining a game, calling it off and declining a challenge: forms on the game's page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests import ensure_user
from games.play.game.page import carry_out, require_game
from games.play.lobby import challenges, services


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, uid: str) -> HttpResponse:
    """Take the free seat; somebody new becomes a guest. A GET leads to the game, which asks."""
    if request.method != "POST":
        return redirect("games:game", uid)
    require_game(request, uid)
    return carry_out(request, uid, services.join, player=ensure_user(request))


@require_POST
def cancel(request: HttpRequest, uid: str) -> HttpResponse:
    """Call off a game that nobody has joined, and go back to the lobby."""
    return carry_out(request, uid, services.cancel, then="games:home")


@require_POST
def decline(request: HttpRequest, uid: str) -> HttpResponse:
    """Decline a challenge with a reason, and go back to what else is waiting."""
    reason = request.POST.get("reason", "no_thanks")
    return carry_out(request, uid, challenges.decline, then="games:waiting", reason=reason)
