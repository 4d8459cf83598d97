"""The board as text for a page, as it stands there before a script draws it, or without one.

A table of rows and cells: taken cells are labelled pictures, free ones are buttons for whoever is
to move. Written here and not by a template, since a board may have 361 cells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.drawing import BoardLines, board_lines
from games.core.notation import cell_name, column_name
from games.core.rules import Cell, Mark, Ruleset
from games.protocol.messages import MarkLook

STROKES = {
    Mark.X: '<path d="M23 23Q49 53 77 77"/><path d="M77 23Q52 47 23 77"/>',
    Mark.O: '<path d="M50 21A29 29 0 1 0 50 79A29 29 0 1 0 50 21"/>',
}


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """The position after *moves*, of which *first* made the first, with the *line* that won.

    It can be played on if it is the reader's turn.
    """

    ruleset: Ruleset
    first: Mark
    moves: Sequence[Cell]
    looks: Mapping[str, MarkLook]
    line: Collection[Cell] = ()
    is_playable: bool = False

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
        return _safe("".join(f'<div class="board__row" role="row">{row}</div>\n' for row in rows))

    @property
    def lines(self) -> BoardLines:
        """What is drawn between the cells."""
        return board_lines(self.ruleset)

    @property
    def columns(self) -> SafeString:
        """The letters under the board."""
        return _safe("".join(f"<span>{column_name(column)}</span>" for column in range(self.m)))

    @property
    def rows(self) -> SafeString:
        """The numbers beside the board, from the top."""
        return _safe("".join(f"<span>{row}</span>" for row in range(self.n, 0, -1)))

    def _cells(self) -> list[str]:
        names = [cell_name(self.ruleset, cell) for cell in range(self.ruleset.cells)]
        inside = self._free(names)
        for mark, own in ((self.first, self.moves[::2]), (self.first.other, self.moves[1::2])):
            look = self.looks[mark]
            label, picture = escape(look.symbol or mark.upper()), _picture(mark, look)
            for cell in own:
                inside[cell] = self._taken(cell, names[cell], label, picture)
        return [f'<div class="board__cell" role="cell">{content}</div>' for content in inside]

    def _free(self, names: Sequence[str]) -> list[str]:
        sentence = _("%(name)s, empty")
        texts = (sentence % {"name": name} for name in names)
        if not self.is_playable:
            return [f'<span class="visually-hidden">{text}</span>' for text in texts]
        return [
            f'<button name="cell" value="{cell}" aria-label="{text}"></button>'
            for cell, text in enumerate(texts)
        ]

    def _taken(self, cell: Cell, name: str, label: str, picture: str) -> str:
        words = {"name": name, "mark": label}
        if cell in self.line:
            state, text = " board__taken--won", _("%(name)s, %(mark)s, winning line") % words
        elif cell == self.moves[-1]:
            state, text = " board__taken--last", _("%(name)s, %(mark)s, last move") % words
        else:
            state, text = "", f"{name}, {label}"
        start = f'<span class="board__taken{state}" role="img" aria-label="{text}">'
        return f"{start}{picture}</span>"


def _picture(mark: Mark, look: MarkLook) -> str:
    """A mark as large as its cell."""
    colour = f' color="{escape(look.colour)}"' if look.colour else ""
    pen = "mark" if look.colour else f"mark mark-{mark}"
    inside = STROKES[mark]
    if look.symbol:
        inside = f'<text class="mark__symbol" x="50" y="53">{escape(look.symbol)}</text>'
    start = f'<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"{colour}>'
    return f'{start}<g class="{pen}">{inside}</g></svg>'


def _safe(text: str) -> SafeString:
    """What is put together here: names of cells, and looks that are escaped."""
    return mark_safe(text)  # nosec B308 B703
