"""How the computer thinks about a position of a finished game: as a page, and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.board.pages import plain_board
from games.core.errors import GameError
from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Mark, Position, Ruleset
from games.engine.analysis.grades import Evaluation
from games.engine.explanation.methods import METHODS
from games.engine.explanation.story import Node, can_explain
from games.engine.search.events import Path
from games.engine.search.value import Value
from games.explanation import services
from games.explanation.words import METHOD_NAMES, Teller, count_text, cuts_text
from games.models import Game
from games.positions.addresses import Place, parse_place
from games.review import queries
from games.review.grades import asker_of, refused, with_wait
from games.review.views import page_context, ply_asked_for
from games.review.words import cells_text
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.places import without_place

PAGE_STATUS = {"bad_cell": 422, "too_fast": 429, "too_busy": 503}
LONGEST_LINE = 200  # characters


@dataclass(frozen=True, slots=True)
class Question:
    """The position that is asked about: of a finished game, or after more moves from there."""

    found: queries.ReviewedGame
    ply: int
    line: tuple[Cell, ...]

    @property
    def game(self) -> Game:
        return self.found.game

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All moves from the empty board."""
        return (*self.found.cells[: self.ply], *self.line)

    @property
    def line_text(self) -> str:
        return "-".join(cell_name(self.game.ruleset, cell) for cell in self.line)


@require_safe
def explain(request: HttpRequest, uid: str) -> HttpResponse:
    """The tree after the move that ?ply= names, or at the end, and after the moves of ?line=."""
    question = _question(request, uid)
    if question.game.status != Game.Status.FINISHED:
        return redirect(question.game)
    return explained_page(
        request, question, lambda: _explanation(request, question), "explanation/explain.html"
    )


@require_safe
def explain_position(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """How the computer thinks after the move that ?ply= names, and after the moves of ?line=."""
    place = _place(board, moves)
    line = parse_line(request.GET.get("line", ""), place.ruleset)
    ply = ply_asked_for(request, len(place.moves))
    question = Question(_as_game(place), ply, line)
    return explained_page(
        request,
        question,
        lambda: _of_position(request, question),
        "explanation/position.html",
        place=place,
    )


def explained_page(
    request: HttpRequest,
    question: Question,
    find_out: Callable[[], services.Explanation],
    template: str,
    **more: object,
) -> HttpResponse:
    """The page that *template* makes of what *find_out* finds, or of why it cannot."""
    context = {
        **page_context(question.found, question.ply),
        "line": question.line,
        "line_text": question.line_text,
        "longer": _longer(question),
        "board": plain_board(question.game, question.cells),
        **more,
    }
    try:
        found = find_out()
    except GameError as error:
        status = PAGE_STATUS.get(error.code, 200)
        context["refused"] = refusal(error.code)
        response = render(request, template, context, status=status)
        return with_wait(response, error)
    return render(request, template, {**context, **_told(question, found)})


@require_safe
def explain_data(request: HttpRequest, uid: str) -> HttpResponse:
    """The same as JSON."""
    question = _question(request, uid)
    try:
        explanation = _explanation(request, question)
    except GameError as error:
        return refused(error)
    told = _told(question, explanation)
    # The page draws the board from them; a script has them already.
    told.pop("moves")
    return JsonResponse({"ply": question.ply, "line": question.line_text, **told})


def _question(request: HttpRequest, uid: str) -> Question:
    found = queries.review_of(uid, request.user.pk)
    if found is None:
        raise Http404
    line = parse_line(request.GET.get("line", ""), found.game.ruleset)
    return Question(found, ply_asked_for(request, len(found.cells)), line)


def parse_line(text: str, ruleset: Ruleset) -> tuple[Cell, ...]:
    """The moves of "a1-b2"; nothing if it is not such a text. Whether they are legal is open."""
    if not text or len(text) > LONGEST_LINE:
        return ()
    try:
        return tuple(parse_cell(ruleset, name) for name in text.split("-"))
    except GameError:
        return ()


def _explanation(request: HttpRequest, question: Question) -> services.Explanation:
    close_old_connections()  # to the pool: others need it while the engine thinks
    return async_to_sync(services.explain)(
        uid=question.game.uid,
        ply=question.ply,
        line=question.line,
        asker=asker_of(request),
        address=address_of(request),
        meanwhile=without_place(request),
    )


def _place(board: str, moves: str) -> Place:
    try:
        place = parse_place(board, moves)
    except GameError:
        raise Http404 from None
    if not can_explain(place.ruleset):
        raise Http404
    return place


def _as_game(place: Place) -> queries.ReviewedGame:
    """The position as pages about games show it; it is stored nowhere."""
    ruleset = place.ruleset
    game = Game(m=ruleset.m, n=ruleset.n, k=ruleset.k, first=Mark.X, status=Game.Status.FINISHED)
    return queries.ReviewedGame(game, place.moves, (0,) * len(place.moves), None)


def _of_position(request: HttpRequest, question: Question) -> services.Explanation:
    ruleset, played = question.game.ruleset, question.cells[: question.ply]
    asked = services.position_after(ruleset, played, question.line)
    close_old_connections()
    return async_to_sync(services.explain_position)(
        position=asked,
        asker=asker_of(request),
        address=address_of(request),
        meanwhile=without_place(request),
    )


def _told(question: Question, explanation: services.Explanation) -> dict[str, Any]:
    """The tree, the steps and the counts in words."""
    position, story = explanation.position, explanation.story
    names = _names(question.game, position)
    told: dict[str, Any] = {"to_move": names[0], "over": story is None, "moves": question.cells}
    if story is None:
        return told
    teller = Teller(position, *names, proofs=_proofs(question, explanation))
    return {
        **told,
        "tree": _branch(teller, story.root, question),
        "steps": [
            {"node": _id(step.path), "kind": step.kind, "text": teller.step(step)}
            for step in story.steps
        ],
        "counts": [
            {
                "method": method,
                "name": str(METHOD_NAMES[method]),
                "nodes": explanation.counts[method].nodes,
                "text": count_text(explanation.counts[method]),
                "cuts": cuts_text(explanation.counts[method]),
            }
            for method in METHODS
        ],
        "horizon": story.horizon,
        "is_estimated": story.is_estimated,
        "is_complete": story.counts.is_complete,
    }


def _proofs(question: Question, explanation: services.Explanation) -> dict[Path, Evaluation]:
    """What is proven of the position and of those after one move, seen by the side to move.

    What the review says of them goes first, so that both pages say the same.
    """
    analysis = explanation.analysis
    if analysis is None:
        return {}
    proofs: dict[Path, Evaluation] = {
        (move.cell,): Evaluation(move.value, move.plies, move.within, float(move.value))
        for move in analysis.moves
        if move.value is not None
    }
    if analysis.value is not None:
        value = float(analysis.value)
        proofs[()] = Evaluation(analysis.value, analysis.plies, analysis.within, value)
    return proofs | _reviewed(question)


def _reviewed(question: Question) -> dict[Path, Evaluation]:
    """What the review has proven of the position, and of the one after the next move."""
    grades, ply = question.found.grades, question.ply
    if grades is None or question.line:
        return {}
    played = question.found.cells[ply : ply + 1]
    after = zip(((), played), grades.evaluations[ply : ply + 2], (0, 1), strict=False)
    return {
        path: _seen_by_mover(evaluation, ply, moves)
        for path, evaluation, moves in after
        if evaluation.value is not None
    }


def _seen_by_mover(evaluation: Evaluation, ply: int, moves: int) -> Evaluation:
    """*evaluation*, after so many *moves*, as the side to move at *ply* counts from there."""
    value = Value((evaluation.value or 0) * (1 if ply % 2 == 0 else -1))
    plies = None if evaluation.plies is None else evaluation.plies + moves
    within = None if evaluation.within is None else evaluation.within + moves
    return Evaluation(value, plies, within, float(value))


def _branch(teller: Teller, node: Node, question: Question) -> dict[str, Any]:
    ruleset = question.game.ruleset
    names = [cell_name(ruleset, cell) for cell in (*question.line, *node.path)]
    looked_at = [child for child in node.children if not child.is_cut]
    left_out = tuple(child.path[-1] for child in node.children if child.is_cut)
    return {
        "id": _id(node.path),
        "cells": [*question.cells, *node.path],
        "name": cell_name(ruleset, node.path[-1]) if node.path else "",
        "mover": teller.mover_of(node.path) if node.path else "",
        "text": teller.node(node),
        "is_preferred": node.is_preferred,
        "line": "-".join(names),
        "children": [_branch(teller, child, question) for child in looked_at],
        "looked_at": len(looked_at),
        "left_out": cells_text(left_out, ruleset),
        "number_left_out": len(left_out),
    }


def _names(game: Game, position: Position) -> tuple[str, str]:
    """The marks of the side to move and of the other."""
    first = Mark(game.first)
    mark = first if position.ply % 2 == 0 else first.other
    return mark.value.upper(), mark.other.value.upper()


def _longer(question: Question) -> list[dict[str, str]]:
    """The moves of the line, each with the line up to it."""
    names = [cell_name(question.game.ruleset, cell) for cell in question.line]
    return [
        {"name": name, "line": "-".join(names[: number + 1])} for number, name in enumerate(names)
    ]


def _id(path: Sequence[Cell]) -> str:
    return "-".join(str(cell) for cell in path) or "root"
