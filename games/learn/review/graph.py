"""The graph of a reviewed game as SVG path data: who stood better after each move, X above O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from games.engine.analysis.grades import Evaluation
from games.engine.search.value import Value

WIDTH, HEIGHT = 640, 144
LEFT, RIGHT = 30, 10  # margins; the marks of both sides stand in the left one
MIDDLE = HEIGHT // 2
REACH = MIDDLE - 12  # from the middle to a won game
MIN_WIN = 0.65  # of the reach, for a win that is FAR plies away or farther
FAR = 20
MAX_ESTIMATED = 0.55  # of the reach, for the best estimate
MAX_POINTS = 45  # if there are more points, they are small, so as not to touch


class GraphPoint(NamedTuple):
    """The game after *ply* moves."""

    ply: int
    x: str
    y: str
    is_proven: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """A curve in *proven* and *estimated* pieces, its surface, and a point for each position."""

    proven: str
    estimated: str
    surface: str
    points: tuple[GraphPoint, ...]
    shown: GraphPoint
    last: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    middle: int = MIDDLE

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width} {self.height}"

    @property
    def radius(self) -> str:
        """The radius of a point."""
        return "4" if self.last <= MAX_POINTS else "1.5"


def graph_of(evaluations: Sequence[Evaluation], *, x_began: bool, shown: int = 0) -> Graph:
    """Return the graph of a game of at least one move, whose board is shown after *shown* moves."""
    last = len(evaluations) - 1
    points = tuple(
        _point(ply, last, evaluation, x_began, is_shown=ply == shown)
        for ply, evaluation in enumerate(evaluations)
    )
    curves = [(end.is_proven and start.is_proven, start, end) for start, end in pairwise(points)]
    whole = f"M{points[0].x} {points[0].y}" + "".join(_to(a, b) for _, a, b in curves)
    return Graph(
        proven="".join(_curve(a, b) for is_proven, a, b in curves if is_proven),
        estimated="".join(_curve(a, b) for is_proven, a, b in curves if not is_proven),
        surface=f"{whole}L{points[-1].x} {MIDDLE}L{points[0].x} {MIDDLE}Z",
        points=points,
        shown=points[shown],
        last=last,
    )


def height_of(evaluation: Evaluation) -> float:
    """Return from -1 to 1 (the side that began has won); a near win is higher than a far one."""
    if evaluation.value is None:
        return evaluation.estimate * MAX_ESTIMATED
    if evaluation.value is Value.DRAW:
        return 0.0
    plies = evaluation.plies if evaluation.plies is not None else evaluation.within
    nearness = 0.0 if plies is None else max(0.0, 1.0 - plies / FAR)
    return evaluation.value * (MIN_WIN + (1.0 - MIN_WIN) * nearness)


def _point(
    ply: int, last: int, evaluation: Evaluation, x_began: bool, *, is_shown: bool
) -> GraphPoint:
    x = LEFT + (WIDTH - LEFT - RIGHT) * ply / max(1, last)
    height = height_of(evaluation) if x_began else -height_of(evaluation)
    y = MIDDLE - REACH * height
    return GraphPoint(ply, f"{x:.1f}", f"{y:.1f}", evaluation.value is not None, is_shown)


def _curve(start: GraphPoint, end: GraphPoint) -> str:
    return f"M{start.x} {start.y}{_to(start, end)}"


def _to(start: GraphPoint, end: GraphPoint) -> str:
    # Level at both ends, so that the curve stays between their heights.
    between = f"{(float(start.x) + float(end.x)) / 2:.1f}"
    return f"C{between} {start.y} {between} {end.y} {end.x} {end.y}"
