"""Proofs by threats alone, for positions that the exact search cannot settle.

    won = win_by_threats(position, limits)     # the side to move forces a line
    lost = moves_lost_to_threats(position, limits)   # moves after which the other side does

Every move of such a win threatens to complete a line, so the defender has one reply each time: what
is found is proven, what is not found may still be there. It says how many plies suffice; there may
be a faster win.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core.rules import Cell, Position
from games.engine.limits import Budget, Limits
from games.engine.search.glance import passed
from games.engine.search.strong import forced_line

NODES = 5_000  # positions looked at for one question


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A first move, and how many plies suffice from before it until the line."""

    cell: Cell
    within: int


def win_by_threats(position: Position, limits: Limits) -> ForcedWin | None:
    """Return a win of the side to move in an unfinished position, if one is found within
    *limits*.
    """
    nodes = NODES if limits.nodes is None else min(NODES, limits.nodes)
    few = Limits(limits.seconds, limits.seed, limits.stop, nodes, limits.clock)
    line = forced_line(position, few)
    return ForcedWin(line[0], _plies_of(position, line)) if line else None


def moves_lost_to_threats(position: Position, limits: Limits) -> dict[Cell, int]:
    """By move: within how many plies, from before the move, the other side forces a line.

    Moves are looked at only if the other side would win that way without any: a mark more of
    the side to move is never to its harm. Moves that end the game are left out.
    """
    if win_by_threats(passed(position), limits) is None:
        return {}
    budget, lost = Budget(limits), {}
    for cell in position.legal_moves():
        if budget.is_spent:
            break
        left = limits.seconds * (1.0 - budget.share_spent)
        after = position.play(cell)
        if after.is_over:
            continue
        rest = Limits(left, limits.seed, limits.stop, limits.nodes, limits.clock)
        if won := win_by_threats(after, rest):
            lost[cell] = won.within + 1
    return lost


def _plies_of(position: Position, line: tuple[Cell, ...]) -> int:
    """Return the plies of *line*, which ends with the completing mark or with two threats."""
    for cell in line:
        position = position.play(cell)
    return len(line) if position.is_won else len(line) + 2
