"""The grades of a finished game: a form or a script has the game graded, and reads them as JSON."""

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
from games.core.rules import Mark, Ruleset
from games.engine.analysis.grades import VERSION, Evaluation, Grades
from games.engine.analysis.labels import MoveGrade
from games.learn.review import queries, services
from games.learn.review.words import label_of, reason_texts
from games.live.storage.loading import NotFound
from games.models import Game
from games.play.refusing import refused_data
from tictactoe_site.common.addresses import asker_of

SECONDS_TO_WAIT = 1.5  # for the grades, before the answer says how far they are


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def grades(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the grades as JSON, or how far they are; by POST, have the game graded first."""
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
    """Return the *grades* of *game* for programs, with cells by their names."""
    ruleset, mark = game.ruleset, Mark(game.first)
    first, second = grades.accuracy
    sentences = reason_texts(grades.moves, ruleset, mark)
    return {
        "state": "ready",
        "grader": VERSION,
        "first": mark,
        "accuracy": {mark: first, mark.other: second},
        "moves": [
            _move_data(ruleset, move, sentence)
            for move, sentence in zip(grades.moves, sentences, strict=True)
        ],
        # What evaluations were called at first: programs read them by this name.
        "standings": [_evaluation_data(ruleset, one) for one in grades.evaluations],
    }


def _move_data(ruleset: Ruleset, move: MoveGrade, sentence: str) -> dict[str, Any]:
    return {
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


def _evaluation_data(ruleset: Ruleset, one: Evaluation) -> dict[str, Any]:
    return {
        "value": None if one.value is None else int(one.value),
        "plies": one.plies,
        "at_most": one.within,
        "estimate": round(one.estimate, 3),
        "looks_best": None if one.looks_best is None else cell_name(ruleset, one.looks_best),
        "line": [cell_name(ruleset, cell) for cell in one.line],
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
