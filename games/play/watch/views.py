"""The page of live games, and the same as JSON for its script."""

from __future__ import annotations

import hashlib

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.play.watch.queries import (
    ANSWER_FRESH_FOR,
    BLANK,
    live_games,
    live_games_json,
)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show the live games as small boards; a script keeps them up to date."""
    games = live_games().games
    context = {
        "games": games,
        "data": msgspec.to_builtins(games),
        "blank": BLANK,
    }
    return render(request, "play/watch/watch.html", context)


@require_safe
@cache_control(public=True, max_age=ANSWER_FRESH_FOR)
def watch_data(request: HttpRequest) -> HttpResponseBase:
    """Return the live games as JSON, or 304 if the browser has them: the same for everybody."""
    frame = live_games_json()
    etag = quote_etag(hashlib.blake2b(frame, digest_size=12).hexdigest())
    response = HttpResponse(frame, content_type="application/json", headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response
