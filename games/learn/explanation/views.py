"""How the computer thinks about a position of a finished game, or about any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.access import found_or_404
from games.board.pages import plain_board
from games.core.errors import GameError
from games.core.notation import parse_cell
from games.core.rules import Cell, Ruleset
from games.engine.explanation.story import can_explain
from games.learn.explanation import data, services
from games.learn.explanation.presets import PRESETS, Preset, address_named, parse_position
from games.learn.explanation.question import ExplanationQuestion, as_game, teller_of
from games.learn.explanation.services import Explanation
from games.learn.explanation.showing import ShownExplanation, asking_of
from games.learn.positions.addresses import PositionAddress, parse_place
from games.learn.review import queries
from games.learn.review.views import page_context, ply_asked_for
from games.models import Game
from games.play.refusing import refused_data, status_of, with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of, asker_of

MAX_LINE_LENGTH = 200  # characters


@require_safe
def explain(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the search after move ?ply= of a finished game, or at its end, and then ?line=."""
    question = _question(request, uid)
    if question.game.status != Game.Status.FINISHED:
        return redirect(question.game)
    return _page(
        request, question, lambda: _of_game(request, question), "learn/explanation/explain.html"
    )


@require_safe
def explain_data(request: HttpRequest, uid: str) -> HttpResponse:
    """Return what `explain` shows, as JSON."""
    question = _question(request, uid)
    try:
        explanation = _of_game(request, question)
    except GameError as error:
        return refused_data(error)
    shown = data.explanation_data(question, explanation, asking_of(request.GET).method)
    return JsonResponse({"ply": question.ply, "line": question.line_text, **shown})


@require_safe
def explain_position(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show the search of a position, which need not be from any game."""
    place = _place(board, moves)
    line = parse_line(request.GET.get("line", ""), place.ruleset)
    ply = ply_asked_for(request, len(place.moves))
    question = ExplanationQuestion(as_game(place), ply, line)
    return _page(
        request,
        question,
        lambda: _of_position(request, question),
        "learn/explanation/position.html",
        place=place,
        presets=_presets(place),
    )


@require_safe
def explain_any(request: HttpRequest) -> HttpResponse:
    """Redirect to the explanation of ?position=, or of the first preset; else refuse that text."""
    text = request.GET.get("position")
    if text is None:
        return redirect(PRESETS[0].address)
    try:
        place = parse_position(text)
    except GameError as error:
        context = {"text": text, "refused": refusal(error.code), "presets": _presets(None)}
        return render(request, "learn/explanation/any.html", context, status=422)
    return redirect(address_named(place))


def _page(
    request: HttpRequest,
    question: ExplanationQuestion,
    find_out: Callable[[], Explanation],
    template: str,
    **more: object,
) -> HttpResponse:
    """Show what *find_out* finds by *template*, or why it was refused."""
    context = {
        **page_context(question.found, question.ply),
        "line": question.line,
        "line_text": question.line_text,
        "longer": question.longer,
        "board": plain_board(question.game, question.cells),
        "played": question.cells,
        "to_move": question.sides[0],
        **more,
    }
    try:
        found = find_out()
    except GameError as error:
        status = status_of(error, 422 if error.code == "bad_cell" else 200)
        context["refused"] = refusal(error.code)
        response = render(request, template, context, status=status)
        return with_wait(response, error)
    return render(request, template, {**context, **_explanation_context(request, question, found)})


def _explanation_context(
    request: HttpRequest, question: ExplanationQuestion, found: Explanation
) -> dict[str, Any]:
    if not found.stories:
        return {"over": True}
    asked = asking_of(request.GET, ply=str(question.ply), line=question.line_text)
    teller = teller_of(question, found)
    return {
        "shown": ShownExplanation(
            found, asked, teller, *question.sides, question.line, question.cells
        )
    }


def _presets(here: PositionAddress | None) -> list[tuple[Preset, bool]]:
    """Return the positions to begin with, and whether each is this one."""
    return [(preset, preset.place == here) for preset in PRESETS]


def _question(request: HttpRequest, uid: str) -> ExplanationQuestion:
    found = found_or_404(queries.review_of(uid, request.user.pk))
    line = parse_line(request.GET.get("line", ""), found.game.ruleset)
    return ExplanationQuestion(found, ply_asked_for(request, len(found.cells)), line)


def parse_line(text: str, ruleset: Ruleset) -> tuple[Cell, ...]:
    """Return the moves of "a1-b2"; nothing if it is not such a text.

    Whether they are legal is not checked.
    """
    if not text or len(text) > MAX_LINE_LENGTH:
        return ()
    try:
        return tuple(parse_cell(ruleset, name) for name in text.split("-"))
    except GameError:
        return ()


def _of_game(request: HttpRequest, question: ExplanationQuestion) -> Explanation:
    close_old_connections()  # to the pool: others need it while the engine thinks
    return async_to_sync(services.explain)(
        uid=question.game.uid,
        ply=question.ply,
        line=question.line,
        asker=asker_of(request),
        address=address_of(request),
    )


def _of_position(request: HttpRequest, question: ExplanationQuestion) -> Explanation:
    ruleset, played = question.game.ruleset, question.cells[: question.ply]
    asked = services.position_after(ruleset, played, question.line)
    close_old_connections()
    return async_to_sync(services.explain_position)(
        position=asked,
        asker=asker_of(request),
        address=address_of(request),
    )


def _place(board: str, moves: str) -> PositionAddress:
    try:
        place = parse_place(board, moves)
    except GameError:
        raise Http404 from None
    if not can_explain(place.ruleset):
        raise Http404
    return place
