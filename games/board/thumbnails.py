"""Small boards for lists and for pages without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, NamedTuple, Protocol

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.board.drawing import Picture, Spot, picture, spots
from games.core.rules import Cell, Mark, Ruleset
from games.models import Game

register = template.Library()

SMALLEST_FINE = 9  # columns or rows: from there on a list shows cells of some ten pixels
MOST_KEPT = 1024  # boards of some 2 KB, the ones drawn last


class Look(NamedTuple):
    """A mark's own symbol and colour, "" for the usual ones."""

    symbol: str = ""
    colour: str = ""


class Live(Protocol):
    """What a list of live games knows of one."""

    moves: list[Cell]
    first: str
    seats: Mapping[str, Any]

    @property
    def ruleset(self) -> Ruleset: ...


@register.simple_tag
def thumbnail(game: Game, upto: int | None = None, numbers: bool = False) -> SafeString:
    """The board of *game* after *upto* moves, or after all; with the moves' numbers if wanted.

    Reads the game's moves, unless a list has fetched them before.
    """
    return _drawn(game.ruleset, game.cells[:upto], game.first, _looks(game), numbers=numbers)


@register.simple_tag
def board_after(game: Game, cells: Sequence[Cell], fresh: int = 0) -> SafeString:
    """A board of *game* after the moves *cells*, of which the last *fresh* are washed."""
    return _drawn(game.ruleset, tuple(cells), game.first, _looks(game), fresh=fresh)


@register.simple_tag
def live_thumbnail(game: Live) -> SafeString:
    """The board of a game as the live games are listed. Reads nothing."""
    seats = (game.seats[mark] for mark in Mark)
    looks = tuple(Look(seat.symbol, seat.colour) for seat in seats)
    return _drawn(game.ruleset, tuple(game.moves), game.first, looks)


@register.simple_tag
def sample_board(ruleset: Ruleset, cells: Sequence[Cell] = ()) -> SafeString:
    """A board of *ruleset* with X and O in turn on *cells*."""
    return _drawn(ruleset, tuple(cells), Mark.X, (Look(), Look()))


def _looks(game: Game) -> tuple[Look, ...]:
    return Look(game.x_symbol, game.x_colour), Look(game.o_symbol, game.o_colour)


@lru_cache(MOST_KEPT)
def _drawn(
    ruleset: Ruleset,
    cells: tuple[Cell, ...],
    first: str,
    looks: tuple[Look, ...],
    *,
    numbers: bool = False,
    fresh: int = 0,
) -> SafeString:
    """The whole picture: washes and the winning line lie under the grid, numbers above all."""
    of_x, of_o = (cells[0 if mark == first else 1 :: 2] for mark in Mark)
    board = picture(ruleset, of_x, of_o)
    washed = spots(ruleset, cells[len(cells) - fresh :], repeat(""))
    ordinals = [str(ply) for ply in range(1, len(cells) + 1)] if numbers else []
    parts = [
        f'<svg class="{_kind(ruleset, board)}" viewBox="{board.view_box}"'
        ' aria-hidden="true" focusable="false">',
        *(_wash(spot) for spot in washed),
        _path("thumb__band", board.band),
        _path("thumb__grid", board.grid),
        _marks("x", looks[0], spots(ruleset, of_x, repeat(looks[0].symbol)), board.crosses),
        _marks("o", looks[1], spots(ruleset, of_o, repeat(looks[1].symbol)), (board.rings,)),
        *(_text("thumb__number", spot) for spot in spots(ruleset, cells, ordinals)),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # numbers and paths, and texts that are escaped  # nosec B308 B703


def _kind(ruleset: Ruleset, board: Picture) -> str:
    if board.inked:
        return "thumb thumb--inked"
    return "thumb thumb--fine" if max(ruleset.m, ruleset.n) >= SMALLEST_FINE else "thumb"


def _marks(mark: str, look: Look, own: Iterable[Spot], drawn: Iterable[str]) -> str:
    """All marks of one player: the symbol of their choice, or else drawn strokes."""
    if look.symbol:
        inside = "".join(_text("thumb__symbol", spot) for spot in own)
    else:
        inside = "".join(_path("thumb__ink", strokes) for strokes in drawn)
    pen = f'color="{escape(look.colour)}"' if look.colour else f'class="mark-{mark}"'
    return f"<g {pen}>{inside}</g>"


def _path(name: str, data: str) -> str:
    return f'<path class="{name}" d="{data}"/>' if data else ""


def _text(name: str, spot: Spot) -> str:
    return f'<text class="{name}" x="{spot.x}" y="{spot.y}">{escape(spot.text)}</text>'


def _wash(spot: Spot) -> str:
    return f'<rect class="thumb__wash" x="{spot.x - 46}" y="{spot.y - 46}" width="92" height="92"/>'
