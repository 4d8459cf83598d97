"""What streak and mistakes show alike: a position in the way it lies now, and moves played out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.board.looks import Looks
from games.board.plain import PlainBoard
from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Position, Ruleset
from games.core.symmetry import image, settled_moves
from games.models.learning.puzzle import BoardTransform
from tictactoe_site.common.numbers import parse_number


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
    """Return *position*, the image that stands for all, as *transform* shows it after *played*."""
    moves = [*settled_moves(image(position, transform.symmetry)), *map(transform.shown, played)]
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
    """Return *cells* played out from *position*, one board each."""
    shown = list(settled_moves(image(position, transform.symmetry)))
    frames, mark = [], Mark.X if position.ply % 2 == 0 else Mark.O
    for cell in cells:
        shown.append(transform.shown(cell))
        name = cell_name(position.ruleset, shown[-1])
        frames.append(DrillFrame(tuple(shown), f"{mark.upper()} {name}"))
        mark = mark.other
    return frames


def names_of(ruleset: Ruleset, cells: Iterable[Cell], transform: BoardTransform) -> str:
    """Return the names of *cells* where *transform* lays them, with commas."""
    return ", ".join(cell_name(ruleset, cell) for cell in sorted(map(transform.shown, cells)))


def cell_asked(text: str, ruleset: Ruleset, transform: BoardTransform) -> Cell | None:
    """Return the cell of a form, in the image that stands for all; None for no cell of
    the board.
    """
    cell = parse_number(text)
    return None if cell is None or cell >= ruleset.cells else transform.back(cell)


def number_asked(text: str) -> int:
    """Return the number that a form counts its answers by; -1 for none."""
    number = parse_number(text, most_digits=8)
    return -1 if number is None else number
