"""Pages on which a visitor walks a stored proof, and the proofs as files."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.rules import Cell, Ruleset
from games.engine.proving.stored import name_of, text_of
from games.learn.positions.addresses import parse_board, parse_cells
from games.learn.walks import services
from games.learn.walks.boards import BOARDS
from games.learn.walks.showing import ShownTurn
from games.play.refusing import status_of, with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of, asker_of


@require_safe
def walk(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show the turn after O's *moves* and X's answers to them by the proof.

    If a move is not proven to lose, refuse it and show the turn before it.
    """
    ruleset = _board(board)
    replies = _replies(ruleset, moves)
    context = {"ruleset": ruleset, "is_start": not replies}
    close_old_connections()  # to the pool: others need it while the engine searches
    try:
        turn = async_to_sync(services.turn_after)(
            ruleset=ruleset, replies=replies, asker=asker_of(request), address=address_of(request)
        )
    except IllegalMove:
        raise Http404 from None
    except GameError as error:
        context["refused"] = refusal(error.code)
        page = render(request, "learn/walks/walk.html", context, status=status_of(error, 503))
        return with_wait(page, error)
    context["shown"] = ShownTurn(ruleset, turn)
    status = 200 if turn.refused is None else 404
    return render(request, "learn/walks/walk.html", context, status=status)


@require_safe
def proof_file(request: HttpRequest, board: str, cell: str) -> HttpResponse:
    """Send the file of the proof for a first answer as a download."""
    ruleset = _board(board)
    try:
        (answer,) = parse_cells(ruleset, cell)
    except (BadNotation, ValueError):
        raise Http404 from None
    text = text_of(ruleset, answer)
    if text is None:
        raise Http404
    name = name_of(ruleset, answer)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _board(text: str) -> Ruleset:
    try:
        ruleset = parse_board(text)
    except GameError:
        raise Http404 from None
    if ruleset not in BOARDS:
        raise Http404
    return ruleset


def _replies(ruleset: Ruleset, text: str) -> tuple[Cell, ...]:
    try:
        replies = parse_cells(ruleset, text)
    except GameError:
        raise Http404 from None
    if len(set(replies)) < len(replies):  # before it costs a search
        raise Http404
    return replies
