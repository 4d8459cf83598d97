"""How much speaks for a mark in each free cell at first sight, by the lines through it.

A line counts while it can be completed: by the side to move, which would build it, or by the other
one, which would be blocked. It counts four times as much with each mark in it, and twice as much to
build as to block, for whoever moves is a move ahead. The order of moves and the look of unproven
ones go by it; nothing is proven by it.
"""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.search.worth import GROWTH

TO_BUILD = 2  # how much more a line says to who would build it than to who would block it


def urgencies(position: Position) -> dict[Cell, int]:
    """Return the urgency of each legal move, in the order of the cells."""
    own, opposing = position.own, position.opposing
    by_line = {
        line: _urgency((own & line).bit_count(), (opposing & line).bit_count())
        for line in position.ruleset.lines
    }
    through = position.ruleset.lines_through
    return {cell: sum(by_line[line] for line in through[cell]) for cell in position.legal_moves()}


def estimates_of(position: Position) -> dict[Cell, float]:
    """Return how urgent each legal move looks at first sight, as a share of the most urgent one."""
    found = urgencies(position)
    most = max(found.values(), default=0) or 1
    return {cell: urgency / most for cell, urgency in found.items()}


def _urgency(own: int, other: int) -> int:
    """Return the urgency of a line with so many marks of the side to move and of the other."""
    build = TO_BUILD * GROWTH ** (own + 1) if not other else 0
    block = GROWTH ** (other + 1) if not own else 0
    return max(build, block)
