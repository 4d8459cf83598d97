"""What all computer players are: a position and limits in, a cell out."""

from __future__ import annotations

from collections.abc import Callable

from games.core.rules import Cell, Position
from games.engine.limits import Limits

# The position is unfinished; the cell is free. Raises GameError for parameters that do not fit.
Player = Callable[[Position, Limits], Cell]
