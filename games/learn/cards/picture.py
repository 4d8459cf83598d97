"""Draws a card: 1200 by 630 pixels, a board and a sentence.

The board comes from the one description of shapes (`games/board/drawing.py`), the rest stands in
templates/learn/cards/card.svg. resvg makes a PNG of it, in some 80 ms of processor time. Pillow
could not: it reads no SVG, and is five times as large.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from resvg_py import svg_to_bytes

from games.board import drawing
from games.core.rules import Cell, Mark, Ruleset

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
WITHOUT_LETTERS = {"ja", "zh-hans"}  # languages whose letters the FONTS lack
PENS = {Mark.X: "#173BB4", Mark.O: "#C2350E"}
MIN_CROPPED = 10  # columns or rows: of a board with so many, only the part with marks is shown
MIN_SHOWN, MARGIN = 7, 1  # cells: the least side of that part, and what it has around its marks
# Letters in a line, number of lines, and the size and distance of lines in pixels. A title gets the
# first of these that it fits.
TITLES = ((15, 2, 66, 74), (19, 3, 52, 60), (25, 4, 38, 46))


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows: a board after *cells*, and beside it a small line, a title and a text."""

    ruleset: Ruleset
    first: Mark
    cells: tuple[Cell, ...]
    line: tuple[Cell, ...]
    kicker: str
    title: str
    text: str


def png_of(card: Card) -> bytes:
    """Return *card* as a PNG."""
    svg = render_to_string("learn/cards/card.svg", _context(card))
    return bytes(svg_to_bytes(svg_string=svg, font_files=FONTS, skip_system_fonts=True))


def _context(card: Card) -> dict[str, Any]:
    ruleset = card.ruleset
    own = {mark: card.cells[0 if mark == card.first else 1 :: 2] for mark in Mark}
    lines = drawing.board_lines(ruleset)
    title, size, leading = _title(card.title)
    below = 162 + leading * len(title)
    return {
        "view": _view(ruleset, card.cells),
        "lines": lines,
        "band": drawing.band(ruleset, card.line) if card.line else "",
        "pens": [(PENS[mark], drawing.marks_on(ruleset, mark, own[mark])) for mark in Mark],
        "kicker": card.kicker,
        "size": size,
        "title": [(162 + leading * number, text) for number, text in enumerate(title)],
        "below": below - leading + 24,
        "text": [
            (below + 40 + 40 * number, text)
            for number, text in enumerate(textwrap.wrap(card.text, 34)[:4])
        ],
    }


def _title(text: str) -> tuple[list[str], int, int]:
    """Return the lines of a title, their size, and their distance; cut off what is too long."""
    for letters, most, size, leading in TITLES:
        lines = textwrap.wrap(text, letters, break_long_words=False)
        if len(lines) <= most and all(len(line) <= letters for line in lines):
            return lines, size, leading
    return textwrap.wrap(text, letters, max_lines=most, placeholder=" …"), size, leading


def _view(ruleset: Ruleset, cells: tuple[Cell, ...]) -> str:
    """Return the view box: the whole board, or of a large one a square around its marks."""
    unit, margin = drawing.UNIT, drawing.UNIT // 10
    if max(ruleset.m, ruleset.n) < MIN_CROPPED or not cells:
        width, height = ruleset.m * unit + 2 * margin, ruleset.n * unit + 2 * margin
        return f"{-margin} {-margin} {width} {height}"
    columns = [cell % ruleset.m for cell in cells]
    rows = [cell // ruleset.m for cell in cells]
    spans = max(max(columns) - min(columns), max(rows) - min(rows)) + 1
    side = max(MIN_SHOWN, spans + 2 * MARGIN)
    left = _start(min(columns), max(columns), side, ruleset.m)
    top = _start(min(rows), max(rows), side, ruleset.n)
    edge = side * unit + 2 * margin
    return f"{left - margin} {top - margin} {edge} {edge}"


def _start(least: int, most: int, side: int, whole: int) -> int:
    """Return where a window of *side* cells begins, in units, of a board of *whole* cells.

    The cells from *least* to *most* are in its middle, or a narrower board as a whole.
    """
    if whole < side:
        return (whole - side) * drawing.UNIT // 2
    middle = (least + most + 1 - side) // 2
    return max(0, min(middle, whole - side)) * drawing.UNIT
