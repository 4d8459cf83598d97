"""A finished game, move by move, with what the engine found about it once somebody asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.preferences import preferences_of
from games.board.looks import Looks, looks_for, looks_of
from games.board.pages import board_data, plain_board
from games.core.notation import cell_name
from games.core.rules import Mark, Ruleset
from games.engine.analysis.accuracy import is_decision
from games.engine.analysis.grades import Grades
from games.engine.explanation.story import can_explain
from games.learn.review import queries, services
from games.learn.review.graph import Graph, graph_of
from games.learn.review.words import (
    LABELS,
    MoveComment,
    accuracy_text,
    cells_text,
    evaluation_texts,
    reason_texts,
)
from games.models import Game
from games.text.refusals import REFUSALS, refusal
from games.text.wording import ruleset_truth
from tictactoe_site.common.numbers import parse_number

MIN_DECISIONS = 5  # a percentage of fewer says more about chance than about the player


@require_safe
@never_cache
def review(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the game after the move that ?ply= names, or at its end; one still played is
    shown live.
    """
    found = queries.review_of(uid, request.user.pk)
    if found is None:
        raise Http404
    game = found.game
    if game.status != Game.Status.FINISHED:
        return redirect(game)
    ply = ply_asked_for(request, len(found.cells))
    grades = found.grades
    preferences = preferences_of(request)
    looks = looks_for(preferences, looks_of(game))
    evaluations = _evaluations(game, grades) if grades else []
    plies = _plies(found, grades, evaluations) if grades else None
    graph = _graph(game, grades, ply) if grades else None
    context = {
        **page_context(found, ply, looks),
        "known": ruleset_truth(game.ruleset),
        "explains": can_explain(game.ruleset),
        "steps": found.steps,
        "judged": _judged(found, grades, evaluations) if grades else (),
        "graph": graph,
        "accuracy": _accuracy(game, grades) if grades else None,
        "is_proven": all(one.value is not None for one in grades.evaluations) if grades else False,
        "now": plies[ply] if plies else None,
        "work": None if grades else async_to_sync(services.grading_of)(uid=uid),
        "refused": _refused(request),
        "starts_by_itself": request.user.is_authenticated and bool(game.marks_of(request.user)),
    }
    context["data"] = {
        **board_data(game, found.cells, looks),
        "line": found.line or None,
        "ply": ply,
        "coordinates": preferences.coordinates,
        "plies": plies,
    }
    return render(request, "learn/review/review.html", context)


def page_context(
    found: queries.ReviewedGame, ply: int, looks: Looks | None = None
) -> dict[str, Any]:
    """Return what the pages about one position of a finished game share, its marks in other
    *looks*.
    """
    game, last = found.game, len(found.cells)
    line = found.line if ply == last else ()
    return {
        "game": game,
        "ply": ply,
        "last_ply": last,
        "is_open": not line and ply < game.ruleset.cells,
        "board": plain_board(game, found.cells[:ply], line, looks),
    }


def ply_asked_for(request: HttpRequest, last: int) -> int:
    """Return the number in the address, brought between 0 and *last*; without a number the last."""
    number = parse_number(request.GET.get("ply", ""))
    return last if number is None else min(number, last)


def _judged(
    found: queries.ReviewedGame, grades: Grades, evaluations: Sequence[str]
) -> list[MoveComment]:
    """Return the moves as the list shows them."""
    sentences = reason_texts(grades.moves, found.game.ruleset, Mark(found.game.first))
    return [
        MoveComment(move.label, sentence, evaluation)
        for move, sentence, evaluation in zip(grades.moves, sentences, evaluations[1:], strict=True)
    ]


def _plies(
    found: queries.ReviewedGame, grades: Grades, evaluations: Sequence[str]
) -> list[dict[str, Any]]:
    """Return each position of the game: how it stands, and what to play in it."""
    ruleset = found.game.ruleset
    words = {label: str(one.word) for label, one in LABELS.items()}
    before = ["", *(words[move.label] for move in grades.moves)]
    return [
        {"evaluation": evaluation, "word": word, **_to_play(grades, ply, ruleset)}
        for ply, (evaluation, word) in enumerate(zip(evaluations, before, strict=True))
    ]


def _to_play(grades: Grades, ply: int, ruleset: Ruleset) -> dict[str, Any]:
    """Return the best cells, or else the one that looks best, and the best line; none at
    the end.
    """
    best = grades.moves[ply].best if ply < len(grades.moves) else ()
    looks_best = grades.evaluations[ply].looks_best
    cells = best or (() if looks_best is None else (looks_best,))
    names = cells_text(cells, ruleset)
    line = " ".join(cell_name(ruleset, cell) for cell in grades.evaluations[ply].line)
    return {"best": list(cells), "is_proven": bool(best), "names": names, "line": line}


def _evaluations(game: Game, grades: Grades) -> list[str]:
    """Return how the game stood before the first move, and after each."""
    first = Mark(game.first)
    names = first.value.upper(), first.other.value.upper()
    return evaluation_texts(grades.evaluations, *names)


def _graph(game: Game, grades: Grades, ply: int) -> Graph:
    return graph_of(grades.evaluations, x_began=game.first == Mark.X, shown=ply)


def _accuracy(game: Game, grades: Grades) -> dict[str, dict[str, Any]]:
    """Return the accuracy by mark, and of how many decisions; not of a side that had too few."""
    first, cells = Mark(game.first), game.ruleset.cells
    found = {}
    for side, mark in enumerate((first, first.other)):
        decisions = sum(is_decision(move, cells) for move in grades.moves[side::2])
        if decisions >= MIN_DECISIONS:
            text = accuracy_text(grades.accuracy[side])
            found[mark.value] = {"text": text, "decisions": decisions}
    return found


def _refused(request: HttpRequest) -> str:
    code = request.GET.get("refused", "")
    return refusal(code) if code in REFUSALS else ""
