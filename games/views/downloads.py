"""Games as files: one as text or JSON, and all that the site keeps of a user."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.services import account_data
from games import selectors
from games.core.notation import GameText, game_text
from games.models import Game


@require_safe
def download_text(request: HttpRequest, uid: str) -> HttpResponse:
    """A game that is over in the text form that the site itself reads."""
    review = _finished(request, uid)
    game = review.game
    text = game_text(GameText(game.ruleset, review.cells, _tags(game)))
    return _attachment(
        HttpResponse(text, content_type="text/plain; charset=utf-8"), f"{file_name(game)}.txt"
    )


@require_safe
def download_json(request: HttpRequest, uid: str) -> HttpResponse:
    """A game that is over, with its times."""
    game = _finished(request, uid).game
    return _attachment(_json(selectors.game_data(game)), f"{file_name(game)}.json")


@require_safe
@never_cache
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """All that the site keeps about the visitor: the account, the games, the talk, the reports."""
    data = {
        "account": account_data(request.user),
        "games": selectors.games_data(request.user),
        "chat": selectors.talk_data(request.user),
        "reports": selectors.reports_data(request.user),
    }
    return _attachment(_json(data), f"tic-tac-toe-{request.user.username}.json")


def file_name(game: Game) -> str:
    """What a game's file is called, without its extension."""
    return f"tic-tac-toe-{game.uid}"


def _finished(request: HttpRequest, uid: str) -> selectors.Review:
    review = selectors.review_of(uid, request.user.pk)
    if review is None or review.game.status != Game.Status.FINISHED:
        raise Http404
    return review


def _tags(game: Game) -> dict[str, str]:
    given = {"Setup": str(game.setup), "Origin": game.origin} if game.setup else {}
    return {
        **given,
        "Game": game.uid,
        "Date": f"{game.started_at or game.created_at:%Y-%m-%d}",
        "X": game.seat_label("x"),
        "O": game.seat_label("o"),
        "First": game.first,
        "Clock": game.control,
        "Outcome": game.outcome or "none",
        "Termination": game.termination,
    }


def _json(data: dict[str, Any]) -> HttpResponse:
    return JsonResponse(data, json_dumps_params={"indent": 2, "ensure_ascii": False})


def _attachment(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response
