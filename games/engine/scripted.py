"""The player of a fixed list of cells, for lessons and tests."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.rules import Cell, Position
from games.engine.limits import Limits


def choose(position: Position, limits: Limits, *, cells: Iterable[Cell]) -> Cell:
    """The first of *cells* that is free; any free cell when none is."""
    free = position.legal_moves()
    return next((cell for cell in cells if cell in free), limits.random().choice(free))
