"""Joining a game, calling it off and declining a challenge: forms on the game's page."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import viewer_of
from accounts.guests import ensure_user
from games.core.errors import GameError
from games.play.game.page import carry_out, require_game
from games.play.lobby import challenges, meanwhile, services
from games.play.refusing import refusals_told
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.links import next_page
from tictactoe_site.common.methods import require_POST


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, uid: str) -> HttpResponse:
    """Take the free seat; somebody new becomes a guest. A GET leads to the game, which asks."""
    if request.method != "POST":
        return redirect("games:game", uid)
    require_game(request, uid)
    ensure_user(request)
    return carry_out(request, uid, services.join)


@require_POST
def cancel(request: HttpRequest, uid: str) -> HttpResponse:
    """Call off a game that nobody has joined, and go to the page that `next` names, or home."""
    return carry_out(request, uid, services.cancel, then=next_page(request))


@require_POST
def not_now(request: HttpRequest, uid: str) -> HttpResponse:
    """Call off the visitor's game with whoever has joined it, and wait for somebody else.

    With `stop` the visitor waits no longer. It leads back to the page that the form names.
    """
    require_game(request, uid)
    with refusals_told(request):
        if not (player := viewer_of(request)):
            raise GameError("not_your_game")
        if request.POST.get("stop"):
            async_to_sync(meanwhile.stop_looking)(uid=uid, player=player)
            messages.info(request, _("You are no longer looking for an opponent."))
        else:
            async_to_sync(meanwhile.not_now)(uid=uid, player=player, address=address_of(request))
            messages.info(request, _("You keep your place for the next player."))
    return redirect(next_page(request))


@require_POST
def decline(request: HttpRequest, uid: str) -> HttpResponse:
    """Decline a challenge with a reason, and go back to what else is waiting."""
    reason = request.POST.get("reason", "no_thanks")
    return carry_out(request, uid, challenges.decline, then="games:waiting", reason=reason)
