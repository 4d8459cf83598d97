"""What can stand in a frame. Each finder takes the words of an address, for one kind of thing.

Only what everybody may see, without an account or a link from a player, stands in frames.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import found_or_404
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.engine.explanation.story import can_explain
from games.learn.positions.addresses import PositionAddress, parse_place
from games.learn.puzzles import wording as puzzle_words
from games.learn.puzzles.queries import daily, shown_puzzle
from games.learn.review.queries import ReviewedGame, review_of
from games.models import Game, LabRun, Puzzle
from games.programs.embeds.code import SQUARE
from games.programs.lab import wording as lab_words
from games.programs.lab.queries import run_of
from games.text.seat_names import seat_name
from games.text.wording import board_text, headline

PUBLIC = (Game.Opponent.ANYONE, Game.Opponent.COMPUTER)  # lists show such games to everybody


@dataclass(frozen=True, slots=True)
class Framed:
    """What the frame at *path* shows: its *title*, and the *page* that tells more of it."""

    path: str
    page: str
    title: str
    ruleset: Ruleset  # its sides say how high the frame is for its width


def game_of(uid: str) -> tuple[Framed, ReviewedGame]:
    """Return the frame of a public game, and the game. Raises Http404."""
    found = found_or_404(public_game(uid))
    game, path = found.game, reverse("games:embed_game", args=[uid])
    if game.status == Game.Status.FINISHED:
        page, title = reverse("games:review", args=[uid]), headline(game)
    else:
        page, title = game.get_absolute_url(), f"{seat_name(game, 'x')} – {seat_name(game, 'o')}"
    return Framed(path, page, title, game.ruleset), found


def position_of(board: str, moves: str) -> tuple[Framed, PositionAddress]:
    """Return the frame of a position, and the position. Raises Http404."""
    place = _place(board, moves)
    title = _("Position on %(board)s") % {"board": board_text(place.ruleset)}
    path = place.path_of("embed_position", of_board="embed_board")
    return Framed(path, place.settled.path, title, place.ruleset), place


def explanation_of(board: str, moves: str) -> tuple[Framed, PositionAddress]:
    """Return the frame of a search, and the position searched. Raises Http404 if none is shown."""
    place = _place(board, moves)
    if not can_explain(place.ruleset):
        raise Http404
    path = place.path_of("embed_explanation", of_board="embed_explained_board")
    page = place.path_of("explain_position", of_board="explain_board")
    return Framed(path, page, _("How the computer thinks"), SQUARE), place


def puzzle_of(puzzle_id: int) -> tuple[Framed, Puzzle]:
    """Return the frame of a puzzle, and the puzzle. Raises Http404."""
    puzzle = found_or_404(shown_puzzle(puzzle_id))
    path = reverse("games:embed_puzzle", args=[puzzle_id])
    return _framed_puzzle(path, puzzle.get_absolute_url(), puzzle), puzzle


def daily_puzzle() -> tuple[Framed, Puzzle]:
    """Return the frame of the day's puzzle, and the puzzle. Raises Http404 if there is none."""
    puzzle = found_or_404(daily(timezone.now().date()))
    path = reverse("games:embed_daily_puzzle")
    return _framed_puzzle(path, reverse("games:daily_puzzle"), puzzle), puzzle


def verdict_of(run_id: int) -> tuple[Framed, LabRun]:
    """Return the frame of a lab run with a verdict, and the run. Raises Http404."""
    run = found_or_404(public_run(run_id))
    title = f"{run.bot.username}: {lab_words.board_text(run)}"
    path = reverse("games:embed_verdict", args=[run_id])
    return Framed(path, run.get_absolute_url(), title, run.ruleset), run


def _framed_puzzle(path: str, page: str, puzzle: Puzzle) -> Framed:
    return Framed(path, page, puzzle_words.title_of(puzzle), puzzle.ruleset)


def _place(board: str, moves: str) -> PositionAddress:
    try:
        return parse_place(board, moves)
    except GameError:
        raise Http404 from None


def public_game(uid: str) -> ReviewedGame | None:
    """Return the game if lists show it to everybody, and it has begun. Two queries."""
    found = review_of(uid)
    if found is None or found.game.opponent not in PUBLIC:
        return None
    return None if found.game.status == Game.Status.OPEN else found


def public_run(run_id: int) -> LabRun | None:
    """Return the run if it has a verdict that everybody may see. One query."""
    run = run_of(run_id, None)
    return run if run is not None and run.verdict and not run.is_running else None
