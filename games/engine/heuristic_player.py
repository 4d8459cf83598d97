"""The player that looks no further than its own next move: the cell after which all looks best.

It uses the heuristic of the readable searches, and is what they become with a horizon of 1.
"""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.heuristic import worths_of_moves
from games.engine.limits import Limits
from games.engine.rules_player import winning_cells


def choose(position: Position, limits: Limits) -> Cell:
    """A cell that wins, else a most promising one; it takes some milliseconds at most."""
    return limits.random().choice(winning_cells(position) or promising_cells(position))


def promising_cells(position: Position) -> list[Cell]:
    worths = dict(worths_of_moves(position))
    best = max(worths.values())
    return [cell for cell, worth in worths.items() if worth == best]
