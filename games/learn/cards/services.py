"""Showing pictures, which are drawn once for each content."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.translation import get_language, override

from games.core.errors import TooFast
from games.learn.cards.picture import WITHOUT_LETTERS, Card, png_of
from games.live.limits import CARDS, enter
from games.play.refusing import with_wait
from tictactoe_site.common.addresses import address_of

View = Callable[..., HttpResponse]

SECONDS_KEPT = 86_400
AN_HOUR = 3_600


def in_letters_of_cards(view: View) -> View:
    """Have *view* answer in English where the cards' fonts lack the letters of the language."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if get_language() not in WITHOUT_LETTERS:
            return view(request, *args, **kwargs)
        with override(settings.LANGUAGE_CODE):
            response = view(request, *args, **kwargs)
        response["Content-Language"] = settings.LANGUAGE_CODE
        return response

    return answer


def show_card(request: HttpRequest, card: Card, max_age: int = AN_HOUR) -> HttpResponse:
    """Show *card*; any cache may keep the answer for *max_age* seconds."""
    name = f"card:{sha256(repr(card).encode()).hexdigest()}"
    return show_drawn(request, name, lambda: png_of(card), "image/png", max_age)


def show_drawn(
    request: HttpRequest, name: str, draw: Callable[[], bytes], content_type: str, max_age: int
) -> HttpResponse:
    """Show the picture that is kept as *name*, or else what *draw* draws.

    Drawing counts for the visitor's address. Any cache may keep the picture for *max_age* seconds,
    and none a refusal.
    """
    drawn = caches["here"].get(name)
    if drawn is None:
        try:
            enter((CARDS, address_of(request)))
        except TooFast as error:
            refused = with_wait(HttpResponse(status=429), error)
            add_never_cache_headers(refused)
            return refused
        drawn = draw()
        caches["here"].set(name, drawn, SECONDS_KEPT)
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    response = HttpResponse(drawn, content_type=content_type, headers=headers)
    patch_cache_control(response, public=True, max_age=max_age)
    return response
