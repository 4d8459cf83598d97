"""What a position shows at a glance, without any search."""

from __future__ import annotations

from games.core.rules import Cell, Position, Ruleset


def after(position: Position, cell: Cell) -> Position:
    """Return `position.play(cell)` for a cell that is known to be free in an unfinished position.

    Searches call it for every move they look at, so it checks neither.
    """
    return Position(position.ruleset, own=position.opposing, opposing=position.own | 1 << cell)


def passed(position: Position) -> Position:
    """Return *position* with the other side to move."""
    return Position(position.ruleset, own=position.opposing, opposing=position.own)


def winning_cells(position: Position) -> list[Cell]:
    """Return the cells where the side to move completes a line."""
    return [cell for cell in position.legal_moves() if position.wins_at(cell)]


def blocking_cells(position: Position) -> list[Cell]:
    """Return the cells where the other side would complete a line, were it to move."""
    return winning_cells(passed(position))


def middle_of(ruleset: Ruleset) -> list[Cell]:
    """Return the one, two or four cells nearest to the centre of the board."""
    columns = {(ruleset.m - 1) // 2, ruleset.m // 2}
    rows = {(ruleset.n - 1) // 2, ruleset.n // 2}
    return [row * ruleset.m + column for row in sorted(rows) for column in sorted(columns)]
