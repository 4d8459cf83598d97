"""How a finished game was played: asked for by a form or a script, and read as JSON."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Mark
from games.engine.analysis.grades import VERSION, Grades
from games.learn.review import queries, services
from games.learn.review.words import label_of, reason_texts
from games.live.storage.loading import NotFound
from games.models import Game
from games.play.refusing import refused_data
from tictactoe_site.common.addresses import asker_of

SECONDS_TO_WAIT = 1.5  # small boards are done by then


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def grades(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the grades, or how far they are; by POST, have the game graded."""
    if request.method != "POST":
        return _state(request, uid)
    if queries.game_of(uid, request.user.pk) is None:
        raise Http404
    wants_json = request.accepts("application/json") and not request.accepts("text/html")
    try:
        review = async_to_sync(services.request_review)(
            uid=uid, asker=asker_of(request), wait=SECONDS_TO_WAIT
        )
    except NotFound as missing:
        raise Http404 from missing
    except GameError as error:
        if wants_json:
            return refused_data(error)
        return redirect(f"{_page(uid)}?refused={error.code}")
    if not wants_json:
        return redirect(_page(uid))
    return _state(request, uid) if review.is_done else _working(review.share)


def grades_data(game: Game, grades: Grades) -> dict[str, Any]:
    """Return what the site knows of *game*, for programs; cells by their names."""
    ruleset = game.ruleset
    sentences = reason_texts(grades.moves, ruleset, Mark(game.first))
    moves = [
        {
            "ply": move.ply,
            "cell": cell_name(ruleset, move.cell),
            "label": move.label.value,
            "word": str(label_of(move).word),
            "reason": move.reason.code.value,
            "sentence": sentence,
            "proven": move.value is not None,
            "value": None if move.value is None else int(move.value),
            "best": [cell_name(ruleset, cell) for cell in move.best],
            "makes": move.makes,
            "stops": move.stops,
            "threat": move.threat,
        }
        for move, sentence in zip(grades.moves, sentences, strict=True)
    ]
    evaluations = [
        {
            "value": None if evaluation.value is None else int(evaluation.value),
            "plies": evaluation.plies,
            "at_most": evaluation.within,
            "estimate": round(evaluation.estimate, 3),
            "looks_best": None
            if evaluation.looks_best is None
            else cell_name(ruleset, evaluation.looks_best),
            "line": [cell_name(ruleset, cell) for cell in evaluation.line],
        }
        for evaluation in grades.evaluations
    ]
    first, second = grades.accuracy
    accuracy = {game.first: first, "o" if game.first == "x" else "x": second}
    return {
        "state": "ready",
        "grader": VERSION,
        "first": game.first,
        "accuracy": accuracy,
        "moves": moves,
        "standings": evaluations,  # their first name, by which programs ask for them
    }


def _state(request: HttpRequest, uid: str) -> HttpResponse:
    found = queries.review_of(uid, request.user.pk)
    if found is None:
        raise Http404
    if found.game.status != Game.Status.FINISHED:
        return refused_data(GameError("not_over"))
    if found.grades is not None:
        return JsonResponse(grades_data(found.game, found.grades))
    work = async_to_sync(services.grading_of)(uid=uid)
    return refused_data(GameError("not_graded")) if work is None else _working(work.share)


def _working(share: float) -> JsonResponse:
    return JsonResponse({"state": "working", "fraction": round(share, 3)}, status=202)


def _page(uid: str) -> str:
    return reverse("games:review", args=[uid])
