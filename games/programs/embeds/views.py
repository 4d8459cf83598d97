"""The pages for frames, one for each kind of thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.board.pages import board_data, plain_board
from games.board.plain import PlainBoard
from games.core.errors import BadNotation, GameError
from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Mark, Ruleset
from games.learn.explanation import services as explanations
from games.learn.explanation.question import ExplanationQuestion, as_game, teller_of
from games.learn.explanation.showing import ShownExplanation, asking_of
from games.learn.positions.addresses import CELL, MAX_MOVES_LENGTH
from games.learn.positions.showing import ShownPosition
from games.learn.proofs import studies
from games.learn.puzzles import wording as puzzle_words
from games.learn.puzzles.showing import ShownPuzzle
from games.learn.puzzles.trying import try_out
from games.learn.review.queries import ReviewedGame
from games.models import Game, Puzzle, PuzzleAttempt
from games.models.learning.puzzle import THE_DAY, BoardTransform
from games.programs.embeds import kinds
from games.programs.embeds.framing import for_frames, frame, theme_of
from games.programs.embeds.kinds import Framed
from games.programs.lab import wording as lab_words
from games.programs.lab.showing import LOOKS, ShownRun
from games.text import wording
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.numbers import form_number, parse_number

SECONDS_LIVE = 1  # for which caches may keep the page of a game that goes on
SECONDS_KEPT = 300
SECONDS_OF_THE_DAY = 600  # for which a frame may still show yesterday's puzzle


@for_frames
def game(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a game: a script follows one that goes on; ?ply= leads through one that is over."""
    framed, found = kinds.game_of(uid)
    if found.game.status != Game.Status.FINISHED:
        context = {
            "game": found.game,
            "board": plain_board(found.game, found.cells),
            "data": board_data(found.game, found.cells),
            "turn": Mark(found.game.first).at(len(found.cells)).upper(),
        }
        return frame(request, "live_game.html", framed, context, seconds=SECONDS_LIVE)
    last = len(found.cells)
    asked = parse_number(request.GET.get("ply", ""))
    ply = last if asked is None else min(asked, last)
    context = {
        "game": found.game,
        "board": plain_board(found.game, found.cells[:ply], found.line if ply == last else ()),
        "back": _at(request, ply - 1) if ply else "",
        "on": _at(request, ply + 1) if ply < last else "",
        "text": _game_text(found, ply),
    }
    return frame(request, "game.html", framed, context, seconds=SECONDS_KEPT)


@for_frames
def position(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show a position, and what is known of it already: nothing is searched for a frame."""
    framed, place = kinds.position_of(board, moves)
    known = None if place.position.is_over else studies.known_analysis(place.position)
    shown = ShownPosition(place, known, None)
    context = {
        "board": PlainBoard(
            place.ruleset, Mark.X, place.moves, LOOKS, place.position.winning_line()
        ),
        "ruleset": place.ruleset,
        "is_over": place.position.is_over,
        "to_move": shown.to_move.upper(),
        "text": shown.headline,
    }
    return frame(request, "position.html", framed, context, seconds=SECONDS_KEPT)


@for_frames
def explanation(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show a search after the step that ?step= names, or its first."""
    framed, place = kinds.explanation_of(board, moves)
    asked_ply = parse_number(request.GET.get("ply", ""))
    ply = len(place.moves) if asked_ply is None else min(asked_ply, len(place.moves))
    question = ExplanationQuestion(as_game(place), ply, ())
    context: dict[str, Any] = {
        "game": question.game,
        "board": plain_board(question.game, question.cells),
        "played": question.cells,
        "to_move": question.sides[0],
    }
    try:
        close_old_connections()  # to the pool: others need it while the engine thinks
        found = async_to_sync(explanations.explain_position)(
            position=explanations.position_after(place.ruleset, question.cells, ()),
            asker=f"address:{address_of(request)}",
        )
    except GameError as error:
        return frame(request, "explanation.html", framed, context, seconds=0, error=error)
    if found.stories:
        query = request.GET.copy()
        query.setdefault("step", "1")
        query.pop("predict", None)
        asked = asking_of(query, ply=request.GET.get("ply", "")[:3], theme=theme_of(request))
        shown = ShownExplanation(
            found, asked, teller_of(question, found), *question.sides, (), question.cells
        )
        context |= {"shown": shown, "picture": shown.pictures[-1][1]}
    return frame(request, "explanation.html", framed, context, seconds=SECONDS_KEPT)


@for_frames
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Show a puzzle to be solved in place; see `_puzzle_page`."""
    return _puzzle_page(request, *kinds.puzzle_of(puzzle_id), seconds=SECONDS_KEPT)


@for_frames
def daily_puzzle(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day in the same way."""
    return _puzzle_page(request, *kinds.daily_puzzle(), seconds=SECONDS_OF_THE_DAY)


@for_frames
def old_daily_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect from its old address, which other people's pages still have."""
    return redirect("games:embed_daily_puzzle", permanent=True)


@for_frames
def verdict(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show what the lab has found of a program, and the game that shows a fault."""
    framed, run = kinds.verdict_of(run_id)
    shown = ShownRun(run)
    game = shown.fault_game
    context = {
        "run": run,
        "heading": shown.heading,
        "board": game.board if game else None,
        "fault": game.title if game else "",
        "text": lab_words.short_text(run),
        "tone": lab_words.tone(run),
    }
    return frame(request, "verdict.html", framed, context, seconds=SECONDS_KEPT)


def _puzzle_page(
    request: HttpRequest, framed: Framed, found: Puzzle, *, seconds: int
) -> HttpResponse:
    """Show the puzzle after the moves of ?played=, and judge ?cell=, the solver's next move.

    The address holds all of it, and nothing is stored.
    """
    transform = BoardTransform(found.ruleset, THE_DAY)
    refused, is_proven = None, True
    attempt = PuzzleAttempt(puzzle=found, uid=THE_DAY)
    asked = request.GET.get("cell")
    try:
        moves = _cells(found.ruleset, request.GET.get("played", ""))
        attempt, is_proven = try_out(
            puzzle=found,
            uid=THE_DAY,
            moves=[transform.undo(cell) for cell in moves],
            cell=None if asked is None else transform.undo(form_number(asked)),
            address=address_of(request),
        )
    except GameError as error:
        refused = error
    shown = ShownPuzzle(found, THE_DAY, attempt=attempt)
    made = [transform.apply(cell) for cell in attempt.moves]
    context = {
        "shown": shown,
        "board": shown.board(LOOKS),
        "played": "".join(cell_name(found.ruleset, cell) for cell in made),
        "again": _query(theme=theme_of(request)),
        "said": None
        if is_proven or asked is None
        else puzzle_words.open_move(found, cell_name(found.ruleset, form_number(asked))),
    }
    return frame(request, "puzzle.html", framed, context, seconds=seconds, error=refused)


def _cells(ruleset: Ruleset, names: str) -> Sequence[Cell]:
    """Return the cells of "b2a1". Raises BadNotation."""
    found = CELL.findall(names[:MAX_MOVES_LENGTH])
    if "".join(found) != names:
        raise BadNotation("bad_cell")
    return tuple(parse_cell(ruleset, name) for name in found)


def _game_text(found: ReviewedGame, ply: int) -> str:
    """Return what stands below the board after *ply* moves: the result at the end."""
    if ply == len(found.cells):
        return wording.headline(found.game)
    if ply == 0:
        return gettext("Start")
    name = cell_name(found.game.ruleset, found.cells[ply - 1])
    return f"{ply}. {Mark(found.game.first).at(ply - 1).upper()} {name}"


def _at(request: HttpRequest, ply: int) -> str:
    return _query(ply=str(ply), theme=theme_of(request))


def _query(**parts: str) -> str:
    """Return a query of the parts that are not empty; without any, "?", which starts anew."""
    query = QueryDict(mutable=True)
    query.update({name: text for name, text in parts.items() if text})
    return f"?{query.urlencode()}"
