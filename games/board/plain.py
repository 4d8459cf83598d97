"""The board as HTML, which stands in a page until a script draws the board, or without one.

It is a table: taken cells are labelled pictures, free cells are buttons if the reader is to move.
It is written here, since a template would be slow for the 361 cells of the largest board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.drawing import PathLines, board_lines
from games.board.looks import strokes_by_hand
from games.board.shapes import SHAPES, is_by_hand, strokes_of
from games.core.notation import cell_name, column_name
from games.core.rules import Cell, Mark, Ruleset
from games.protocol.messages import MarkLook


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """The position after *moves*, the first by the mark *first*, with the *line* that won.

    *is_playable* says that it is the reader's turn. *has_last* says that the last move is pointed
    out. It is not where the moves are only one way to come to the position.
    """

    ruleset: Ruleset
    first: Mark
    moves: Sequence[Cell]
    looks: Mapping[str, MarkLook]
    line: Collection[Cell] = ()
    is_playable: bool = False
    has_last: bool = True

    @property
    def m(self) -> int:
        return self.ruleset.m

    @property
    def n(self) -> int:
        return self.ruleset.n

    @property
    def table(self) -> SafeString:
        """The rows of cells, from the top."""
        cells = self._cells()
        starts = range(0, len(cells), self.m)
        rows = ("".join(cells[start : start + self.m]) for start in starts)
        text = "".join(f'<div class="board__row" role="row">{row}</div>\n' for row in rows)
        # Safe: it has names of cells, drawn strokes, and looks that are escaped.
        return mark_safe(text)  # noqa: S308

    @property
    def is_by_hand(self) -> bool:
        return is_by_hand(self.ruleset)

    @property
    def lines(self) -> PathLines:
        """The lines between the cells."""
        return board_lines(self.ruleset)

    @property
    def columns(self) -> list[str]:
        """The letters under the board."""
        return [column_name(column) for column in range(self.m)]

    @property
    def rows(self) -> list[str]:
        """The numbers beside the board, from the top."""
        return [str(row) for row in range(self.n, 0, -1)]

    def _cells(self) -> list[str]:
        names = [cell_name(self.ruleset, cell) for cell in range(self.ruleset.cells)]
        inside = self._free_cells(names)
        for mark, own in ((self.first, self.moves[::2]), (self.first.other, self.moves[1::2])):
            look = self.looks[mark]
            label, pen = escape(look.symbol or mark.upper()), _pen(mark, look)
            symbol, hand = _symbol(look), strokes_by_hand(look)
            for cell in own:
                drawn = symbol or _strokes(hand or strokes_of(mark, self.ruleset, cell))
                inside[cell] = self._taken_cell(cell, names[cell], label, f"{pen}{drawn}</g></svg>")
        return [f'<div class="board__cell" role="cell">{content}</div>' for content in inside]

    def _free_cells(self, names: Sequence[str]) -> list[str]:
        sentence = _("%(name)s, empty")
        texts = (sentence % {"name": name} for name in names)
        if not self.is_playable:
            return [f'<span class="visually-hidden">{text}</span>' for text in texts]
        return [
            f'<button name="cell" value="{cell}" aria-label="{text}"></button>'
            for cell, text in enumerate(texts)
        ]

    def _taken_cell(self, cell: Cell, name: str, label: str, picture: str) -> str:
        words = {"name": name, "mark": label}
        if cell in self.line:
            state, text = " board__taken--won", _("%(name)s, %(mark)s, winning line") % words
        elif self.has_last and cell == self.moves[-1]:
            state, text = " board__taken--last", _("%(name)s, %(mark)s, last move") % words
        else:
            state, text = "", f"{name}, {label}"
        start = f'<span class="board__taken{state}" role="img" aria-label="{text}">'
        return f"{start}{picture}</span>"


def _pen(mark: Mark, look: MarkLook) -> str:
    """Return the start of a mark's picture, up to the group of its strokes."""
    colour = f' color="{escape(look.colour)}"' if look.colour else ""
    pen = "mark" if look.colour else f"mark mark-{mark}"
    start = f'<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"{colour}>'
    return f'{start}<g class="{pen}">'


def _symbol(look: MarkLook) -> str:
    if not look.symbol:
        return ""
    height = SHAPES.symbol.board
    return f'<text class="mark__symbol" x="50" y="{height}">{escape(look.symbol)}</text>'


def _strokes(paths: Iterable[str]) -> str:
    return "".join(f'<path d="{path}"/>' for path in paths)
