"""The one description of how boards and marks look, by which server and browser draw.

It is in static/js/board/shapes.js, a script, since not all browsers that we serve can import JSON.
The text between the outermost braces is JSON, and the comment above them explains each field.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from django.conf import settings
from msgspec import Struct

from games.core.rules import Cell, Mark, Ruleset

Strokes = tuple[str, ...]  # SVG path data, each beginning at the upper left corner of a cell


class BoardLines(Struct, frozen=True):
    """The lines of boards that are drawn by hand.

    *bends*: how far beside its place a line starts, then how far from there it bends and ends.
    """

    ends: int
    bends: tuple[tuple[float, float, float], ...]


class Thumbnails(Struct, frozen=True):
    """What is special to boards that are drawn small. *margin* is per cell of the longer side."""

    margin: int
    ends: int
    smallest_fine: int
    wash: str


class SymbolHeights(Struct, frozen=True):
    """How far below the top of a cell the middle of a symbol is: on a board, and as a picture."""

    board: int
    glyph: int


class Marks(Struct, frozen=True):
    """The strokes of both marks: one shape for ruled boards, several by hand for small ones."""

    ruled: dict[Mark, Strokes]
    by_hand: dict[Mark, tuple[Strokes, ...]]


class Shapes(Struct, frozen=True):
    """All of shapes.js. A cell is *unit* wide; larger boards than *largest_by_hand* are ruled."""

    unit: int
    largest_by_hand: int
    lines: BoardLines
    thumbnail: Thumbnails
    symbol: SymbolHeights
    marks: Marks


_decoder = msgspec.json.Decoder(Shapes)


def _load() -> Shapes:
    path = Path(settings.BASE_DIR, "static", "js", "board", "shapes.js")
    text = path.read_text(encoding="utf-8")
    return _decoder.decode(text[text.index("{") : text.rindex("}") + 1])


SHAPES = _load()


def is_by_hand(ruleset: Ruleset) -> bool:
    """Return whether a board of *ruleset* is drawn by hand. Larger boards are ruled."""
    return max(ruleset.m, ruleset.n) <= SHAPES.largest_by_hand


def strokes_of(mark: Mark, ruleset: Ruleset, cell: Cell) -> Strokes:
    """Return the strokes of *mark* in *cell*. By hand, marks in neighbouring cells differ."""
    if not is_by_hand(ruleset):
        return SHAPES.marks.ruled[mark]
    row, column = divmod(cell, ruleset.m)
    ways = SHAPES.marks.by_hand[mark]
    return ways[(column + 3 * row) % len(ways)]
