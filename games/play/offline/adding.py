"""How a device's games come to My games: who is signed in, and the games themselves."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.core.errors import GameError
from games.play.offline.services import MAX_BYTES, add_game, parse_game, parse_games
from games.play.refusing import refused_data
from games.text.refusals import refusal


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show whose games they would become, and the token to send them with."""
    user = request.user
    name = user.username if user.is_authenticated else ""
    told = {"name": name, "token": get_token(request), "games": reverse("games:history")}
    return JsonResponse(told)


@require_POST
def add_games(request: HttpRequest) -> HttpResponse:
    """Add a device's games to those of who is signed in, each for itself.

    The answer says of each what it has become, or why it was refused; 422 if any was.
    """
    user = request.user
    try:
        if not user.is_authenticated:
            raise GameError("not_signed_in")
        if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
            raise GameError("too_many_games")
        games = parse_games(request.body)
    except GameError as error:
        return refused_data(error)
    answers = [_answer(user, raw) for raw in games]
    is_refused = any("code" in answer for answer in answers)
    return JsonResponse({"games": answers}, status=422 if is_refused else 200)


def _answer(user: User, raw: msgspec.Raw) -> dict[str, Any]:
    try:
        played = parse_game(raw)
        game = add_game(player=user, played=played)
    except GameError as error:
        return {"code": error.code, "text": refusal(error.code)}
    return {"id": played.id, "uid": game.uid, "path": game.get_absolute_url()}
