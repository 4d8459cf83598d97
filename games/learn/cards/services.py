"""Showing a card, drawn once for each content, whatever it is of."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from games.core.errors import TooFast
from games.learn.cards.picture import Card, png_of
from games.live.limits import CARDS, enter
from games.play.refusing import with_wait
from tictactoe_site.common.addresses import address_of

SECONDS_KEPT = 86_400


def show_card(request: HttpRequest, card: Card) -> HttpResponse:
    """Show *card*, kept by its content."""
    name = f"card:{sha256(repr(card).encode()).hexdigest()}"
    return show_drawn(request, name, lambda: png_of(card), "image/png")


def show_drawn(
    request: HttpRequest, name: str, draw: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """Show what *draw* draws, kept under *name*; drawing it anew counts for the address."""
    drawn = caches["here"].get(name)
    if drawn is None:
        try:
            enter((CARDS, address_of(request)))
        except TooFast as error:
            return with_wait(HttpResponse(status=429), error)
        drawn = draw()
        caches["here"].set(name, drawn, SECONDS_KEPT)
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(drawn, content_type=content_type, headers=headers)
