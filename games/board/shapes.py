"""The one description of how boards and marks look, which the browser draws from as well.

It stands in static/js/board/shapes.js, which scripts import as it is; not all browsers that we
serve can import JSON. What is between its outermost braces is JSON.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from django.conf import settings
from msgspec import Struct

from games.core.rules import Cell, Mark, Ruleset

Strokes = tuple[str, ...]  # SVG path data, each from the upper left corner of a cell


class BoardLines(Struct, frozen=True):
    """How far lines drawn by hand end from the edge, and how each is bent: start, middle, end."""

    ends: int
    bends: tuple[tuple[float, float, float], ...]


class Thumbnails(Struct, frozen=True):
    """What is special to small boards. The margin is per cell of the longer side."""

    margin: int
    ends: int
    smallest_fine: int
    wash: str


class SymbolHeights(Struct, frozen=True):
    """How far below the top of a cell the middle of a symbol is."""

    board: int
    glyph: int


class Marks(Struct, frozen=True):
    """Both marks: in the one way of ruled sheets, and in the several ways of a hand."""

    ruled: dict[Mark, Strokes]
    by_hand: dict[Mark, tuple[Strokes, ...]]


class Shapes(Struct, frozen=True):
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
    """Return whether a board of *ruleset* is drawn by hand; larger ones are ruled sheets."""
    return max(ruleset.m, ruleset.n) <= SHAPES.largest_by_hand


def strokes_of(mark: Mark, ruleset: Ruleset, cell: Cell) -> Strokes:
    """Return the strokes of *mark* in *cell*; drawn by hand, those of neighbours differ."""
    if not is_by_hand(ruleset):
        return SHAPES.marks.ruled[mark]
    row, column = divmod(cell, ruleset.m)
    ways = SHAPES.marks.by_hand[mark]
    return ways[(column + 3 * row) % len(ways)]
