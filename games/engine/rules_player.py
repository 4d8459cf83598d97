"""The player of beginners' rules, the first that applies:

1. win: complete an own line;
2. block: take a cell where the other side would complete one;
3. mark the free cell that the most lines run through. On 3×3 that is the centre (4 lines),
   then a corner (3), then a side (2); on larger boards it is the middle of the board.

Equal cells are chosen between by chance. The order is the common one of tic-tac-toe programs;
counting lines carries it over to every board.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.rules import Cell, Position
from games.engine.limits import Limits


def choose(position: Position, limits: Limits) -> Cell:
    return limits.random().choice(candidates(position))


def candidates(position: Position) -> list[Cell]:
    """The cells among which the first rule that applies lets chance decide."""
    return (
        winning_cells(position)
        or winning_cells(_seen_by_the_other_side(position))
        or _with_most_lines(position, position.legal_moves())
    )


def winning_cells(position: Position) -> list[Cell]:
    """The cells where the side to move completes a line."""
    return [cell for cell in position.legal_moves() if position.wins_at(cell)]


def _seen_by_the_other_side(position: Position) -> Position:
    return Position(position.ruleset, own=position.opposing, opposing=position.own)


def _with_most_lines(position: Position, cells: Iterable[Cell]) -> list[Cell]:
    lines_through = position.ruleset.lines_through
    counts = {cell: len(lines_through[cell]) for cell in cells}
    most = max(counts.values())
    return [cell for cell, count in counts.items() if count == most]
