"""Pictures of boards as SVG path data, in units of 100 to a cell.

The board of a game page is drawn by the browser; lists show many boards at once, so these are drawn
here: a handful of paths for any position. So are the lines of a board that no script draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

from games.core.rules import Cell, Position, Ruleset, cells_of

UNIT = 100
LARGEST_INKED = 5  # up to this size a board is drawn by hand, above it is a ruled sheet
MARGIN = 0.06  # of the longer side, around the board
RADIUS = 28
REACH = 27  # of a cross, from the middle of its cell
JITTER = 2.2
ENDS = 5  # how far a line drawn by hand ends from the edge
BENDS = (1.6, -1.4, 1.2, -1.8)  # how much lines drawn by hand deviate, in turn
MOST_KEPT = 4096  # parts of boards: all cells of the inked ones, and the ruled sheets in use
KAPPA = 0.5523  # a quarter of a circle as a cubic curve


@dataclass(frozen=True, slots=True)
class Picture:
    """The parts of a drawn board: each an SVG path, empty if there is nothing of it."""

    view_box: str
    inked: bool
    grid: str
    band: str  # under the winning line
    crosses: tuple[str, str]  # the falling and the rising strokes
    rings: str


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a cell, for what is written instead of drawn."""

    x: int
    y: int
    text: str


def picture(ruleset: Ruleset, crosses: Sequence[Cell], rings: Sequence[Cell]) -> Picture:
    """Draw the board with X on the cells *crosses* and O on the cells *rings*."""
    inked = max(ruleset.m, ruleset.n) <= LARGEST_INKED
    return Picture(
        view_box=_view_box(ruleset),
        inked=inked,
        grid=_grid(ruleset),
        band=_band(ruleset, crosses) + _band(ruleset, rings),
        crosses=(
            "".join(_stroke(ruleset, cell, 1, inked) for cell in crosses),
            "".join(_stroke(ruleset, cell, -1, inked) for cell in crosses),
        ),
        rings="".join(_ring(ruleset, cell, inked) for cell in rings),
    )


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The lines of a board that is played on: SVG paths in a view of *width* by *height*."""

    width: int
    height: int
    inner: str
    frame: str  # of a ruled sheet


def board_lines(ruleset: Ruleset) -> BoardLines:
    """The lines that static/js/board/ink.js draws, for pages where it does not."""
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    if max(ruleset.m, ruleset.n) <= LARGEST_INKED:
        return BoardLines(width, height, _hash_by_hand(ruleset), "")
    columns = [f"M{x * UNIT} 0V{height}" for x in range(1, ruleset.m)]
    rows = [f"M0 {y * UNIT}H{width}" for y in range(1, ruleset.n)]
    return BoardLines(width, height, "".join(columns + rows), f"M0 0H{width}V{height}H0z")


def _hash_by_hand(ruleset: Ruleset) -> str:
    """Inner lines only, each a little bent."""
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    columns = (
        f"M{x * UNIT + bend} {ENDS}Q{x * UNIT - bend * 1.6:.2f} {height / 2:g} "
        f"{x * UNIT + following * 0.8:.2f} {height - ENDS}"
        for x, (bend, following) in enumerate(_bends(ruleset.m), start=1)
    )
    rows = (
        f"M{ENDS} {y * UNIT - bend}Q{width / 2:g} {y * UNIT + bend * 1.6:.2f} "
        f"{width - ENDS} {y * UNIT - following * 0.8:.2f}"
        for y, (bend, following) in enumerate(_bends(ruleset.n), start=1)
    )
    return "".join((*columns, *rows))


def _bends(side: int) -> list[tuple[float, float]]:
    return [(BENDS[i % len(BENDS)], BENDS[(i + 1) % len(BENDS)]) for i in range(1, side)]


def spots(ruleset: Ruleset, cells: Iterable[Cell], texts: Iterable[str]) -> list[Spot]:
    """Where to write *texts*, each in the middle of its cell, as far as both go."""
    return [Spot(*_middle(ruleset, cell), text) for cell, text in zip(cells, texts, strict=False)]


def _view_box(ruleset: Ruleset) -> str:
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    margin = round(max(width, height) * MARGIN)
    return f"{-margin} {-margin} {width + 2 * margin} {height + 2 * margin}"


@lru_cache(MOST_KEPT)
def _grid(ruleset: Ruleset) -> str:
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    columns = [f"M{x * UNIT} 4V{height - 4}" for x in range(1, ruleset.m)]
    rows = [f"M4 {y * UNIT}H{width - 4}" for y in range(1, ruleset.n)]
    return "".join(columns + rows)


def _band(ruleset: Ruleset, cells: Iterable[Cell]) -> str:
    mask = sum(1 << cell for cell in cells)
    if not Position(ruleset, opposing=mask).is_won:
        return ""
    lines = (cells_of(line) for line in ruleset.lines if mask & line == line)
    return "".join(_between(ruleset, line[0], line[-1]) for line in lines)


def _between(ruleset: Ruleset, start: Cell, end: Cell) -> str:
    (x1, y1), (x2, y2) = _middle(ruleset, start), _middle(ruleset, end)
    return f"M{x1} {y1}L{x2} {y2}"


def _middle(ruleset: Ruleset, cell: Cell) -> tuple[int, int]:
    row, column = divmod(cell, ruleset.m)
    return column * UNIT + UNIT // 2, row * UNIT + UNIT // 2


@lru_cache(MOST_KEPT)
def _stroke(ruleset: Ruleset, cell: Cell, slope: int, inked: bool) -> str:
    """One stroke of a cross; by hand it bends a little, each cell in its own way."""
    x, y = _middle(ruleset, cell)
    if not inked:
        return f"M{x - REACH} {y - slope * REACH}l{2 * REACH} {2 * slope * REACH}"
    hand = Random(2 * cell + (slope > 0))
    points = [(x - REACH, y - slope * REACH), (x, y), (x + REACH, y + slope * REACH)]
    start, bend, end = (f"{_shaken(px, hand)} {_shaken(py, hand)}" for px, py in points)
    return f"M{start}Q{bend} {end}"


@lru_cache(MOST_KEPT)
def _ring(ruleset: Ruleset, cell: Cell, inked: bool) -> str:
    x, y = _middle(ruleset, cell)
    if not inked:
        return f"M{x - RADIUS} {y}a{RADIUS} {RADIUS} 0 1 1 0 .1z"
    hand = Random(cell)
    corners = [(x, y - RADIUS), (x - RADIUS, y), (x, y + RADIUS), (x + RADIUS, y)]
    knots = [(px + hand.uniform(-1, 1), py + hand.uniform(-1, 1)) for px, py in corners]
    curves = [_quarter(a, b, vertical=i % 2 == 1) for i, (a, b) in enumerate(_around(knots))]
    return f"M{knots[0][0]:.1f} {knots[0][1]:.1f}{''.join(curves)}z"


def _around(knots: list[tuple[float, float]]) -> Iterable[tuple[tuple[float, float], ...]]:
    return pairwise([*knots, knots[0]])


def _quarter(start: tuple[float, float], end: tuple[float, float], *, vertical: bool) -> str:
    """A quarter of a ring that leaves *start* upright or level and arrives at *end* the other."""
    (x1, y1), (x2, y2) = start, end
    if vertical:
        controls = (x1, y1 + KAPPA * (y2 - y1), x2 - KAPPA * (x2 - x1), y2)
    else:
        controls = (x1 + KAPPA * (x2 - x1), y1, x2, y2 - KAPPA * (y2 - y1))
    return "C" + " ".join(f"{value:.1f}" for value in (*controls, x2, y2))


def _shaken(value: float, hand: Random) -> str:
    return f"{value + hand.uniform(-JITTER, JITTER):.1f}"
