"""A cross table as a CSV file, for spreadsheets and programs."""

from __future__ import annotations

import csv
from io import StringIO

from games.compete.round_robin.cross_table import Cell, CrossTable, CrossTableRow
from games.core.plain_text import safe_cell

BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets take UTF-8 for an old encoding


def csv_text(table: CrossTable) -> str:
    """Return the table as text: a heading, and a line for each entrant.

    Points against an entrant are empty where no game counts, and so is the place of an entrant
    without one.
    """
    text = StringIO()
    lines = csv.writer(text)
    against = (f"against {entrant.name}" for entrant in table.entrants)
    lines.writerow(
        [
            *("name", "kind", *map(safe_cell, against), "points", "games", "elo", "margin"),
            "verdict",
            "shortest_loss",
            "withdrawn",
            *(("place", "tie_break") if table.has_places else ()),
        ]
    )
    lines.writerows(_line(row, is_ranked=table.has_places) for row in table.rows)
    return BYTE_ORDER_MARK + text.getvalue()


def _line(row: CrossTableRow, *, is_ranked: bool) -> list[object]:
    entrant = row.entrant
    return [
        safe_cell(entrant.name),
        "computer" if entrant.is_computer else "player",
        *map(_points, row.cells),
        row.halves / 2,
        row.games,
        round(row.rating.elo, 1) if row.rating else "",
        round(row.rating.error, 1) if row.rating else "",
        entrant.verdict.value,
        entrant.loses_in or "",
        "yes" if entrant.is_withdrawn else "",
        *((entrant.place or "", entrant.tie_break) if is_ranked else ()),
    ]


def _points(cell: Cell) -> object:
    return cell.halves / 2 if cell.text else ""
