"""Pictures of boards as SVG path data, as static/js/board/drawing.js draws them in the browser.

The browser draws the board of a game page. The small boards of lists are drawn here, since a list
has many: a few paths for any position. So are the lines of boards that no script draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.board.shapes import SHAPES, Strokes, is_by_hand, strokes_of
from games.core.rules import Cell, Mark, Position, Ruleset, cells_of

UNIT = SHAPES.unit


@dataclass(frozen=True, slots=True)
class PathLines:
    """The lines of a board that is played on: SVG paths in a view of *width* by *height*."""

    width: int
    height: int
    inner: str
    frame: str  # empty on a board that is drawn by hand


def board_lines(ruleset: Ruleset) -> PathLines:
    """Return the lines between the cells, drawn by hand or ruled; ruled ones with a frame."""
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    if is_by_hand(ruleset):
        return PathLines(width, height, _lines_by_hand(ruleset.m, ruleset.n), "")
    return PathLines(width, height, _straight_lines(ruleset, 0), f"M0 0H{width}V{height}H0z")


def _lines_by_hand(m: int, n: int) -> str:
    """Return the inner lines, each a little bent (see `shapes.BoardLines`)."""
    ends, bends = SHAPES.lines.ends, SHAPES.lines.bends
    middle, end = n * UNIT // 2 - ends, n * UNIT - 2 * ends
    columns = [
        f"M{x * UNIT} {ends}m{start} 0q{bend} {middle} {stop} {end}"
        for x, (start, bend, stop) in enumerate(bends[: m - 1], start=1)
    ]
    middle, end = m * UNIT // 2 - ends, m * UNIT - 2 * ends
    rows = [
        f"M{ends} {y * UNIT}m0 {-start}q{middle} {-bend} {end} {-stop}"
        for y, (start, bend, stop) in enumerate(bends[: n - 1], start=1)
    ]
    return "".join((*columns, *rows))


def _straight_lines(ruleset: Ruleset, ends: int) -> str:
    """Return the inner lines, which stop *ends* units before the edge."""
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    columns = [f"M{x * UNIT} {ends}V{height - ends}" for x in range(1, ruleset.m)]
    rows = [f"M{ends} {y * UNIT}H{width - ends}" for y in range(1, ruleset.n)]
    return "".join((*columns, *rows))


@dataclass(frozen=True, slots=True)
class TextSpot:
    """A *text* and the point on which it is centred."""

    x: int
    y: int
    text: str


def spots(ruleset: Ruleset, cells: Iterable[Cell], texts: Iterable[str]) -> list[TextSpot]:
    """Return where to write each of *texts* in its cell; what is left over of either is ignored."""
    return [
        TextSpot(*_middle(ruleset, cell), text) for cell, text in zip(cells, texts, strict=False)
    ]


def _middle(ruleset: Ruleset, cell: Cell) -> tuple[int, int]:
    row, column = divmod(cell, ruleset.m)
    return column * UNIT + UNIT // 2, row * UNIT + UNIT // 2


def thumbnail_view(ruleset: Ruleset) -> str:
    """Return the view box of a small board, which has a margin."""
    margin = max(ruleset.m, ruleset.n) * SHAPES.thumbnail.margin
    width, height = ruleset.m * UNIT, ruleset.n * UNIT
    return f"{-margin} {-margin} {width + 2 * margin} {height + 2 * margin}"


def thumbnail_lines(ruleset: Ruleset) -> str:
    return _straight_lines(ruleset, SHAPES.thumbnail.ends)


def marks_on(ruleset: Ruleset, mark: Mark, cells: Iterable[Cell]) -> Strokes:
    """Return *mark* on all *cells*: one path for each of its strokes, or none without cells."""
    drawn = (
        [_corner(ruleset, cell) + stroke for stroke in strokes_of(mark, ruleset, cell)]
        for cell in cells
    )
    return tuple(map("".join, zip(*drawn, strict=True)))


def ruled_marks_on(ruleset: Ruleset, mark: Mark, cells: Iterable[Cell]) -> str:
    """Return *mark* in its ruled shape on all *cells*, in one path: for the tiniest boards."""
    strokes = SHAPES.marks.ruled[mark]
    return "".join(_corner(ruleset, cell) + stroke for cell in cells for stroke in strokes)


def wash(ruleset: Ruleset, cell: Cell) -> str:
    """Return the path that colours a cell that is new."""
    return _corner(ruleset, cell) + SHAPES.thumbnail.wash


def _corner(ruleset: Ruleset, cell: Cell) -> str:
    row, column = divmod(cell, ruleset.m)
    return f"M{column * UNIT} {row * UNIT}"


def band(ruleset: Ruleset, cells: Sequence[Cell]) -> str:
    """Return a stroke through each line that *cells* complete."""
    mask = sum(1 << cell for cell in cells)
    if not Position(ruleset, opposing=mask).is_won:
        return ""
    lines = (cells_of(line) for line in ruleset.lines if mask & line == line)
    return "".join(_between(ruleset, line[0], line[-1]) for line in lines)


def _between(ruleset: Ruleset, start: Cell, end: Cell) -> str:
    (x1, y1), (x2, y2) = _middle(ruleset, start), _middle(ruleset, end)
    return f"M{x1} {y1}L{x2} {y2}"
