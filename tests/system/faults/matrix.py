"""The access matrix as text: who gets what answer where, one line a route, one column an actor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.system.faults.scenes import ACTORS

TABLE = Path(__file__).with_name("access.txt")
HEADINGS = ("route", "method", "game", *ACTORS)


@dataclass(frozen=True, slots=True)
class Row:
    """What each actor gets for one method (or message) of one route, in one state of the game."""

    route: str
    method: str
    state: str
    cells: Mapping[str, str]

    @property
    def place(self) -> tuple[str, str]:
        return self.route, self.method


def read_rows(text: str) -> list[Row]:
    """The rows of a table's *text*; lines that begin with # explain them."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    headings, *rows = lines
    assert tuple(headings) == HEADINGS, headings
    for row in rows:
        assert len(row) == len(HEADINGS), row
    return [
        Row(route, method, state, dict(zip(ACTORS, cells, strict=True)))
        for route, method, state, *cells in rows
    ]


def table_text(rows: Iterable[Row]) -> str:
    """The same as text, in columns."""
    lines = [HEADINGS, *((row.route, row.method, row.state, *row.cells.values()) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
