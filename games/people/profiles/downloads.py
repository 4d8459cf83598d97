"""A game as a file, in text or JSON."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from games.core.notation import GameText, game_text
from games.learn.review.queries import ReviewedGame, review_of
from games.models import Game
from games.people.profiles.export.games import game_data


@require_safe
def download_text(request: HttpRequest, uid: str) -> HttpResponseBase:
    """Show a game that is over in the text form that the site itself reads."""
    review = _finished(request, uid)
    game = review.game
    text = game_text(GameText(game.ruleset, review.cells, _tags(game)))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return as_attachment(response, f"{file_name(game)}.txt")


@require_safe
def download_json(request: HttpRequest, uid: str) -> HttpResponseBase:
    """Show a game that is over, with its times."""
    game = _finished(request, uid).game
    data = game_data(game)
    response = JsonResponse(data, json_dumps_params={"indent": 2, "ensure_ascii": False})
    return as_attachment(response, f"{file_name(game)}.json")


def file_name(game: Game) -> str:
    """Return what a game's file is called, without its extension."""
    return f"tic-tac-toe-{game.uid}"


def _finished(request: HttpRequest, uid: str) -> ReviewedGame:
    review = review_of(uid, request.user.pk)
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


def as_attachment(response: HttpResponseBase, name: str) -> HttpResponseBase:
    """Return *response* as a file to keep, called *name*."""
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response
