"""The link that invites to a game, also as a QR code."""

from __future__ import annotations

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.links import url_as_seen
from games.models import Game
from tictactoe_site.common.qr import qr_svg

DAY = 24 * 3600

drawn = lru_cache(maxsize=256)(qr_svg)


def invitation_link(request: HttpRequest, uid: str) -> str:
    """Return the address of the game *uid* under the origin that the visitor uses."""
    return url_as_seen(request, reverse("games:game", kwargs={"uid": uid}))


@require_safe
@cache_control(public=True, max_age=DAY)
def invite_svg(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a QR code of the game's link. The same for everybody; a challenge has none."""
    if not Game.objects.visible_to(None).filter(uid=uid).exists():
        raise Http404
    return HttpResponse(drawn(invitation_link(request, uid)), content_type="image/svg+xml")
