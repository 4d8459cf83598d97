"""A finished game, move by move, with what the engine found about it once somebody asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.preferences import preferences_of
from games.board.drawing import UNIT
from games.board.looks import Looks, looks_for, looks_of
from games.board.pages import board_data, plain_board
from games.board.plain import PlainBoard
from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Position, Ruleset
from games.engine.analysis.accuracy import is_decision
from games.engine.analysis.grades import Evaluation, Grades
from games.engine.analysis.labels import MoveGrade
from games.engine.explanation.story import can_explain
from games.learn.review import queries, services
from games.learn.review.again import Verdict, verdict_on
from games.learn.review.answers import Answer, answer_to, has_answer
from games.learn.review.graph import Graph, graph_of, height_of
from games.learn.review.lesson_links import lesson_about
from games.learn.review.tags import EvaluationBar, MoveComment
from games.learn.review.words import (
    accuracy_text,
    cells_text,
    evaluation_texts,
    is_estimated,
    label_of,
    reason_texts,
)
from games.models import Game
from games.text.refusals import REFUSALS, refusal
from games.text.wording import ruleset_truth
from tictactoe_site.common.addresses import address_of, asker_of
from tictactoe_site.common.numbers import parse_number

MAX_BEST = 9  # cells to name; if more are best, only the one that looks best is named
MIN_DECISIONS = 5  # a percentage of fewer says more about chance than about the player


@require_safe
@never_cache
def review(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the game after the move that ?ply= names, or at its end; redirect to one that goes on.

    ?why=2 shows two marks of the answer to that move, if there is an answer. Else ?again=1 lets the
    visitor try another move from there, and judges the one in ?cell=.
    """
    found = queries.review_of(uid, request.user.pk)
    if found is None:
        raise Http404
    game = found.game
    if game.status != Game.Status.FINISHED:
        return redirect(game)
    ply = ply_asked_for(request, len(found.cells))
    preferences = preferences_of(request)
    looks = looks_for(preferences, looks_of(game))
    answer = _answer(request, found, ply)
    again = _again(request, found, ply) if answer is None else None
    context = {
        **page_context(found, ply, looks),
        "known": ruleset_truth(game.ruleset),
        "explains": can_explain(game.ruleset),
        "steps": found.steps,
        "answer": answer,
        "again": again,
        "work": None if found.grades else async_to_sync(services.grading_of)(uid=uid),
        "refused": _refusal_text(request),
        # Whether the script asks for the grades at once: of games that the visitor has played.
        "starts_by_itself": request.user.is_authenticated and bool(game.marks_of(request.user)),
        **_graded_context(found, ply),
    }
    if answer:
        context |= _answer_context(found, ply, answer, context["judged"], looks)
    elif again:
        context["board"] = _board_to_try_on(found, ply, again, looks)
    context["data"] = {
        **board_data(game, found.cells, looks),
        "line": found.line or None,
        "ply": ply,
        "coordinates": preferences.coordinates,
        "plies": context["plies"],
        "answer": answer and _answer_data(answer),
        "again": again and {"tried": again.tried},
    }
    return render(request, "learn/review/review.html", context)


def _graded_context(found: queries.ReviewedGame, ply: int) -> dict[str, Any]:
    """Return what the grades say of the game, if it has any."""
    game, grades = found.game, found.grades
    if grades is None:
        nothing = dict.fromkeys(("graph", "accuracy", "now", "plies"))
        return {"judged": (), "is_proven": False, **nothing}
    evaluations = _evaluations(game, grades)
    plies = _plies(found, grades, evaluations)
    return {
        "judged": _move_comments(found, grades, evaluations),
        "graph": _graph(game, grades, ply),
        "accuracy": _accuracy(game, grades),
        "is_proven": all(one.value is not None for one in grades.evaluations),
        "now": plies[ply],
        "plies": plies,
    }


def _answer_context(
    found: queries.ReviewedGame,
    ply: int,
    answer: Answer,
    judged: Sequence[MoveComment],
    looks: Looks | None,
) -> dict[str, Any]:
    """Return the board with the answer to the move before *ply*, and what is said of that move."""
    moves = (*found.cells[: answer.start], *answer.line[: answer.shown])
    return {
        "board": plain_board(found.game, moves, (), looks),
        "step": found.steps[ply - 1],
        "comment": judged[ply - 1],
        "spots": _spots(found.game, answer),
    }


def _answer_data(answer: Answer) -> dict[str, Any]:
    """Return the answer as the script reads it."""
    return {
        "start": answer.start,
        "line": answer.line,
        "shown": answer.shown,
        "crossed": answer.crossed,
    }


@dataclass(frozen=True, slots=True)
class TriedAgain:
    """A move that is tried again: its mark and cell, and the new cell with what is said of it."""

    mark: str
    instead_of: str
    tried: tuple[Cell, ...] = ()
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class AnswerSpot:
    """Something drawn over a cell of the answer's board: a number, or a cross."""

    x: int
    y: int
    number: int | None = None


def _answer(request: HttpRequest, found: queries.ReviewedGame, ply: int) -> Answer | None:
    shown = parse_number(request.GET.get("why", ""))
    if shown is None or found.grades is None:
        return None
    return answer_to(found.grades, ply, shown, found.game.ruleset, Mark(found.game.first))


def _spots(game: Game, answer: Answer) -> list[AnswerSpot]:
    def at(cell: Cell, number: int | None = None) -> AnswerSpot:
        row, column = divmod(cell, game.m)
        return AnswerSpot(column * UNIT, row * UNIT, number)

    shown = answer.line[: answer.shown]
    numbers = [at(cell, index) for index, cell in enumerate(shown, start=1)]
    return numbers if answer.crossed in shown else [at(answer.crossed), *numbers]


def _again(request: HttpRequest, found: queries.ReviewedGame, ply: int) -> TriedAgain | None:
    grades = found.grades
    if "again" not in request.GET or grades is None or ply >= len(found.cells):
        return None
    game, step = found.game, found.steps[ply]
    open_again = TriedAgain(step.mark.upper(), step.cell_name)
    cell = parse_number(request.GET.get("cell", ""))
    if cell is None:
        return open_again
    position = Position.after(game.ruleset, found.cells[:ply])
    verdict = verdict_on(
        position, cell, grades, asker=asker_of(request), address=address_of(request)
    )
    if verdict.kind == "refused":
        return replace(open_again, verdict=verdict)
    return replace(open_again, tried=(cell,), verdict=verdict)


def _board_to_try_on(
    found: queries.ReviewedGame, ply: int, again: TriedAgain, looks: Looks
) -> PlainBoard:
    game, moves = found.game, (*found.cells[:ply], *again.tried)
    is_playable = not again.tried
    return PlainBoard(game.ruleset, Mark(game.first), moves, looks, is_playable=is_playable)


def page_context(
    found: queries.ReviewedGame, ply: int, looks: Looks | None = None
) -> dict[str, Any]:
    """Return what all pages about one position of a finished game show; its marks have *looks*."""
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
    """Return the number of ?ply=, but *last* if that is less, or if there is no number."""
    number = parse_number(request.GET.get("ply", ""))
    return last if number is None else min(number, last)


def _move_comments(
    found: queries.ReviewedGame, grades: Grades, evaluations: Sequence[str]
) -> list[MoveComment]:
    """Return what the list of moves says of each."""
    sentences = reason_texts(grades.moves, found.game.ruleset, Mark(found.game.first))
    return [
        _move_comment(found.game, grades, move, sentence, evaluation)
        for move, sentence, evaluation in zip(grades.moves, sentences, evaluations[1:], strict=True)
    ]


def _move_comment(
    game: Game, grades: Grades, move: MoveGrade, sentence: str, evaluation: str
) -> MoveComment:
    cells, is_proven = _best_cells(grades, move.ply)
    was_best = move.cell in (*move.best, *cells)
    return MoveComment(
        label_of(move),
        sentence,
        evaluation,
        is_estimated=is_estimated(move),
        better="" if was_best else cells_text(cells, game.ruleset),
        is_better_proven=is_proven,
        bar=_bar(grades.evaluations[move.ply + 1], x_began=game.first == Mark.X),
        has_answer=has_answer(grades, move.ply + 1),
        lesson=lesson_about(grades, move.ply + 1, game.ruleset),
    )


def _best_cells(grades: Grades, ply: int) -> tuple[tuple[Cell, ...], bool]:
    """Return the cells to name as best after *ply* moves, and whether that is proven of them.

    If no cells are proven to be best, or more than MAX_BEST, name the one that looks best.
    """
    best = grades.moves[ply].best if ply < len(grades.moves) else ()
    if 0 < len(best) <= MAX_BEST:
        return best, True
    looks_best = grades.evaluations[ply].looks_best
    return () if looks_best is None else (looks_best,), False


def _bar(evaluation: Evaluation, *, x_began: bool) -> EvaluationBar:
    favour = round(50 * (height_of(evaluation) if x_began else -height_of(evaluation)))
    return EvaluationBar(min(50, 50 + favour), abs(favour), evaluation.value is not None)


def _plies(
    found: queries.ReviewedGame, grades: Grades, evaluations: Sequence[str]
) -> list[dict[str, Any]]:
    """Return each position of the game: how it stands, and what to play in it."""
    ruleset = found.game.ruleset
    words = ["", *(str(label_of(move).word) for move in grades.moves)]  # of the move before
    return [
        {"evaluation": evaluation, "word": word, **_to_play(grades, ply, ruleset)}
        for ply, (evaluation, word) in enumerate(zip(evaluations, words, strict=True))
    ]


def _to_play(grades: Grades, ply: int, ruleset: Ruleset) -> dict[str, Any]:
    """Return the cells to name as best after *ply* moves, and the best line from there."""
    cells, is_proven = _best_cells(grades, ply)
    line = " ".join(cell_name(ruleset, cell) for cell in grades.evaluations[ply].line)
    return {
        "best": list(cells),
        "is_proven": is_proven,
        "names": cells_text(cells, ruleset),
        "line": line,
    }


def _evaluations(game: Game, grades: Grades) -> list[str]:
    """Return how the game stood before the first move, and after each."""
    first = Mark(game.first)
    names = first.value.upper(), first.other.value.upper()
    return evaluation_texts(grades.evaluations, *names)


def _graph(game: Game, grades: Grades, ply: int) -> Graph:
    return graph_of(grades.evaluations, x_began=game.first == Mark.X, shown=ply)


def _accuracy(game: Game, grades: Grades) -> dict[str, dict[str, Any]]:
    """Return each side's accuracy by its mark, and the number of its decisions.

    A side with fewer than MIN_DECISIONS is left out.
    """
    first, cells = Mark(game.first), game.ruleset.cells
    found = {}
    for side, mark in enumerate((first, first.other)):
        moves = [one for one in grades.moves[queries.given_moves(game) :] if one.ply % 2 == side]
        decisions = sum(is_decision(move, cells) for move in moves)
        if decisions >= MIN_DECISIONS:
            found[mark.value] = {
                "text": accuracy_text(grades.accuracy[side]),
                "decisions": decisions,
                "is_estimated": any(map(is_estimated, moves)),
            }
    return found


def _refusal_text(request: HttpRequest) -> str:
    code = request.GET.get("refused", "")
    return refusal(code) if code in REFUSALS else ""
