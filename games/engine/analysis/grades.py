"""How well a game was played: moves judged, positions evaluated, and how accurate each side was."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.rules import Cell
from games.engine.analysis.labels import MoveGrade
from games.engine.search.value import Value

VERSION = 8  # to be raised whenever games may get other grades than before


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a game stands after some moves, seen by the side that began."""

    value: Value | None  # with perfect play; None: not proven
    plies: int | None  # until the line, if it is proven
    within: int | None  # where *plies* is None: a proven upper bound
    estimate: float  # from -1 to 1; the value where that is proven
    looks_best: Cell | None = None  # an estimate of the best move; none where a win is proven
    line: tuple[Cell, ...] = ()  # good moves of both to a win, as far as they were found in time


@dataclass(frozen=True, slots=True)
class Grades:
    """A game's moves with their labels, and for each side how accurate its decisions were.

    *evaluations* has one more than *moves*: before the first, and after each. *accuracy* goes from
    0 to 100 percent, of the side that began and of the other (see `accuracy`). None if the side
    had no decision.
    """

    moves: tuple[MoveGrade, ...]
    evaluations: tuple[Evaluation, ...]
    accuracy: tuple[float | None, float | None]
