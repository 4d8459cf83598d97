"""A cross table as a picture: SVG that stands alone, on a light page, a dark one, or paper."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import east_asian_width

from django.template.loader import render_to_string

from games.compete.round_robin.cross_table import Cell, CrossTable, CrossTableRow

STYLE = "compete/round_robin/picture.css"
# In units of the picture, of which a letter is LETTER wide at most, on average.
LETTER, MARGIN, ROW, GAP = 9, 24, 36, 4
MIN_COLUMN, POINTS, ELO = 44, 72, 128
TITLE, HEADING, LEGEND = 64, 34, 28
TITLE_LETTER = 14
LEAST_WIDTH = 720  # for the lines below the table, in every language
MAX_LETTERS = 10  # of a name above a column


@dataclass(frozen=True, slots=True)
class PlacedCell:
    cell: Cell
    x: int
    middle: int


@dataclass(frozen=True, slots=True)
class PlacedRow:
    row: CrossTableRow
    number: int
    y: int
    middle: int  # of the line of text
    cells: tuple[PlacedCell, ...]


@dataclass(frozen=True, slots=True)
class CrossTablePicture:
    """Where everything of a table stands."""

    table: CrossTable
    title: str
    column: int  # how wide each is
    first: int  # where the first begins
    has_numbers: bool  # above the columns, instead of names

    @property
    def _step(self) -> int:
        return self.column + GAP

    @property
    def end(self) -> int:
        """Where the columns end."""
        return self.first + self._step * len(self.table.rows)

    @property
    def points(self) -> int:
        return self.end + POINTS // 2

    @property
    def elo(self) -> int:
        return self.end + POINTS + ELO // 2

    @property
    def width(self) -> int:
        title = 2 * MARGIN + TITLE_LETTER * _letters(self.title)
        return max(self.end + POINTS + ELO + MARGIN, title, LEAST_WIDTH)

    @property
    def heading(self) -> int:
        return TITLE + HEADING - 12

    @property
    def cell_height(self) -> int:
        return ROW - GAP

    @property
    def rows(self) -> list[PlacedRow]:
        return [self._placed(number, row) for number, row in enumerate(self.table.rows)]

    def _placed(self, number: int, row: CrossTableRow) -> PlacedRow:
        y = TITLE + HEADING + number * ROW
        return PlacedRow(row, number + 1, y, y + self.cell_height // 2 + 6, self._cells(row))

    def _cells(self, row: CrossTableRow) -> tuple[PlacedCell, ...]:
        starts = range(self.first, self.end, self._step)
        cells = zip(row.cells, starts, strict=True)
        return tuple(PlacedCell(cell, x, x + self.column // 2) for cell, x in cells)

    @property
    def notes(self) -> list[int]:
        """Where the lines below the table stand: the key, what Elo is, and who was withdrawn."""
        first = TITLE + HEADING + ROW * len(self.table.rows) + LEGEND
        return [first + LEGEND * number for number in range(2 + bool(self.table.withdrawn))]

    @property
    def height(self) -> int:
        return self.notes[-1] + MARGIN


def svg_text(table: CrossTable, *, title: str) -> str:
    """Return the *table* as SVG, under its *title*."""
    names = [entrant.name for entrant in table.entrants]
    has_numbers = table.is_large or max(map(_letters, names), default=0) > MAX_LETTERS
    column = MIN_COLUMN if has_numbers else max(MIN_COLUMN, _widest(names))
    first = 2 * MARGIN + _widest(names) + (2 * LETTER if has_numbers else 0)
    picture = CrossTablePicture(table, title, column, first, has_numbers)
    return render_to_string(
        "compete/round_robin/picture.svg", {"picture": picture, "style": style()}
    )


def style() -> str:
    return render_to_string(STYLE).strip()


def style_source() -> str:
    """Return what a content security policy has to name to allow the picture's own style."""
    digest = hashlib.sha256(style().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _widest(names: Iterable[str]) -> int:
    return LETTER * max(map(_letters, names), default=0)


def _letters(name: str) -> int:
    """Return how many letters wide *name* is."""
    # Chinese, Japanese and Korean letters are drawn in a square, twice as wide as others.
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
