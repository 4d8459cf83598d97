"""Small boards and single marks, for templates.

A mark that is new on a board is washed: its cell has a coloured background.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.board import drawing
from games.board.looks import looks_of
from games.board.shapes import SHAPES, is_by_hand
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Ruleset
from games.models import Game
from games.protocol.messages import MarkLook

register = template.Library()

MAX_KEPT = 1024  # boards of 2 KB. To draw one takes 100 µs (19×19: 1,000), to find it here 2
MAX_GLYPHS_KEPT = 512  # of 0.3 KB. To draw one takes 50 µs, to find it here 1
USUAL = tuple(MarkLook("", "") for _ in Mark)


class Live(Protocol):
    """What a list of live games knows of one."""

    moves: list[Cell]
    first: str
    seats: Mapping[str, Any]

    @property
    def ruleset(self) -> Ruleset: ...


@register.simple_tag
def thumbnail(game: Game, upto: int | None = None, numbers: bool = False) -> SafeString:
    """Return the board of *game* after *upto* moves, or after all, if wanted with their *numbers*.

    Reads the game's moves, unless a list has fetched them before.
    """
    looks = tuple(looks_of(game).values())
    return _draw_thumbnail(game.ruleset, game.cells[:upto], game.first, looks, numbers=numbers)


@register.simple_tag
def board_after(game: Game, cells: Sequence[Cell], fresh: int = 0) -> SafeString:
    """Return a board of *game* after the moves *cells*, of which the last *fresh* are washed."""
    looks = tuple(looks_of(game).values())
    return _draw_thumbnail(game.ruleset, tuple(cells), game.first, looks, fresh=fresh)


@register.simple_tag
def live_thumbnail(game: Live) -> SafeString:
    """Return the board of a game that is played now, with its last move washed. No query."""
    seats = (game.seats[mark] for mark in Mark)
    looks = tuple(MarkLook(seat.symbol, seat.colour) for seat in seats)
    return _draw_thumbnail(
        game.ruleset, tuple(game.moves), game.first, looks, fresh=len(game.moves[-1:])
    )


@register.simple_tag
def sample_board(ruleset: Ruleset, cells: Sequence[Cell] = (), fresh: int = 0) -> SafeString:
    """Return a board with X and O in turn on *cells*, of which the last *fresh* are washed."""
    return _draw_thumbnail(ruleset, tuple(cells), Mark.X, USUAL, fresh=fresh)


@lru_cache(MAX_KEPT)
def _draw_thumbnail(
    ruleset: Ruleset,
    cells: tuple[Cell, ...],
    first: str,
    looks: tuple[MarkLook, ...],
    *,
    numbers: bool = False,
    fresh: int = 0,
) -> SafeString:
    """Return the board after *cells*; *looks* are X's and O's, *first* is the mark that began."""
    own = {mark: cells[0 if mark == first else 1 :: 2] for mark in Mark}
    ordinals = [str(ply) for ply in range(1, len(cells) + 1)] if numbers else []
    board = {
        "kind": _kind(ruleset),
        "view_box": drawing.thumbnail_view(ruleset),
        "washes": [drawing.wash(ruleset, cell) for cell in cells[len(cells) - fresh :]],
        "band": "".join(drawing.band(ruleset, marks) for marks in own.values()),
        "lines": drawing.thumbnail_lines(ruleset),
        "pens": [_pen(ruleset, *one) for one in zip(Mark, looks, own.values(), strict=True)],
        "numbers": drawing.spots(ruleset, cells, ordinals),
    }
    return render_to_string("board/_thumbnail.html", board)


def _kind(ruleset: Ruleset) -> str:
    if is_by_hand(ruleset):
        return "thumb thumb--inked"
    is_fine = max(ruleset.m, ruleset.n) >= SHAPES.thumbnail.smallest_fine
    return "thumb thumb--fine" if is_fine else "thumb"


def _pen(ruleset: Ruleset, mark: Mark, look: MarkLook, cells: Iterable[Cell]) -> dict[str, Any]:
    """Return all of one mark: as the symbol that was chosen for it, or else as strokes."""
    pen: dict[str, Any] = {"mark": mark, "colour": look.colour}
    if look.symbol:
        return {**pen, "symbols": drawing.spots(ruleset, cells, repeat(look.symbol))}
    return {**pen, "strokes": drawing.marks_on(ruleset, mark, cells)}


@register.inclusion_tag("board/_error_board.html")
def error_board() -> dict[str, Any]:
    """Return the board of error pages, on which nobody has won."""
    return {
        "lines": drawing.board_lines(TIC_TAC_TOE).inner,
        "crosses": drawing.marks_on(TIC_TAC_TOE, Mark.X, (0, 8)),
        "rings": drawing.marks_on(TIC_TAC_TOE, Mark.O, (4,)),
    }


@register.simple_tag
@lru_cache(MAX_GLYPHS_KEPT)
def glyph(mark: str, symbol: str = "", colour: str = "") -> SafeString:
    """Return the *mark* "x" or "o", or the *symbol* in its place, in a *colour* if one is given."""
    strokes = SHAPES.marks.by_hand[Mark(mark)][0]
    look = {"symbol": symbol, "colour": colour, "height": SHAPES.symbol.glyph}
    return render_to_string("board/_glyph.html", {"mark": mark, "strokes": strokes, **look})


@register.simple_tag
def seat_mark(game: Game, mark: str) -> SafeString:
    """Return the mark of a seat of *game* as its players chose it."""
    look = looks_of(game)[mark]
    return glyph(mark, look.symbol, look.colour)
