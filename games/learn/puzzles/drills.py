"""What streaks, storms and mistakes do alike: show a position in one of its images, take answers.

Positions and cells are stored in the image that stands for all (`games.core.symmetry`). A
*transform* turns them into the image that the page shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.board.looks import Looks
from games.board.plain import PlainBoard
from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Position, Ruleset
from games.core.symmetry import image, settled_moves
from games.learn.puzzles.judging import MoveVerdict
from games.models import Storm, Streak
from games.models.learning.puzzle import BoardTransform
from games.play.refusing import refused_page
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.numbers import form_number, parse_number


@dataclass(frozen=True, slots=True)
class DrillFrame:
    """A small board after one more move: its cells in order, and what the move is called."""

    cells: tuple[Cell, ...]
    caption: str


def board_of(
    position: Position,
    transform: BoardTransform,
    looks: Looks,
    *,
    is_playable: bool,
    played: Sequence[Cell] = (),
) -> PlainBoard:
    """Return the board after *position* and the moves *played*, as *transform* turns it."""
    moves = [*settled_moves(image(position, transform.symmetry)), *map(transform.apply, played)]
    line = Position.after(position.ruleset, moves).winning_line()
    return PlainBoard(
        position.ruleset,
        Mark.X,
        moves,
        looks,
        line,
        is_playable=is_playable,
        has_last=bool(played),
    )


def frames_of(
    position: Position, cells: Iterable[Cell], transform: BoardTransform
) -> list[DrillFrame]:
    """Return a board after each move of *cells*, played from *position*."""
    shown = list(settled_moves(image(position, transform.symmetry)))
    frames, mark = [], Mark.X.at(position.ply)
    for cell in cells:
        shown.append(transform.apply(cell))
        name = cell_name(position.ruleset, shown[-1])
        frames.append(DrillFrame(tuple(shown), f"{mark.upper()} {name}"))
        mark = mark.other
    return frames


def names_of(ruleset: Ruleset, cells: Iterable[Cell], transform: BoardTransform) -> str:
    """Return the names that *cells* have in the shown image, with commas."""
    return ", ".join(cell_name(ruleset, cell) for cell in sorted(map(transform.apply, cells)))


def cell_asked(text: str, ruleset: Ruleset, transform: BoardTransform) -> Cell | None:
    """Return the cell that a form names in the shown image; None if the board has no such cell."""
    cell = parse_number(text)
    return None if cell is None or cell >= ruleset.cells else transform.undo(cell)


def handle_answer(
    request: HttpRequest,
    run: Streak | Storm,
    answer: Callable[..., MoveVerdict | None],
    page: Callable[..., HttpResponse],
) -> HttpResponse:
    """Have `answer(version=, cell=, address=)` mark the cell that was posted in *run*.

    The form also names the version of the run that it answers. An answer to another version changes
    nothing. Show `page(...)` if the answer is refused or nothing is proven of it; else redirect to
    the run.
    """
    version = form_number(request.POST.get("version", ""))
    if run.is_over or version != run.version or run.puzzle is None:
        return redirect(run)  # too late, sent twice or by another tab: see how it stands
    cell = cell_asked(request.POST.get("cell", ""), run.puzzle.ruleset, run.transform)
    if cell is None:
        return page(refusal("bad_cell"), status=HTTPStatus.CONFLICT)
    try:
        verdict = answer(version=version, cell=cell, address=address_of(request))
    except GameError as error:
        return refused_page(error, page)
    return page(is_open=True) if verdict is MoveVerdict.OPEN else redirect(run)
