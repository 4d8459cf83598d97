"""Small boards for lists and for pages without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple, Protocol

from django import template

from games.core.rules import Cell, Mark, Ruleset
from games.drawing import picture, spots
from games.models import Game

register = template.Library()


class Look(NamedTuple):
    """A mark's own symbol and colour, "" for the usual ones."""

    symbol: str
    colour: str


class Live(Protocol):
    """What a list of live games knows of one."""

    moves: list[Cell]
    first: str
    seats: Mapping[str, Any]

    @property
    def ruleset(self) -> Ruleset: ...


@register.inclusion_tag("games/_thumbnail.html")
def thumbnail(game: Game, upto: int | None = None, numbers: bool = False) -> dict[str, Any]:
    """The board of *game* after *upto* moves, or after all; with the moves' numbers if wanted.

    Reads the game's moves, which a list should have fetched before.
    """
    cells = [move.cell for move in game.moves.all()][:upto]
    ordinals = [str(ply + 1) for ply in range(len(cells))] if numbers else []
    return {
        **_played(game.ruleset, cells, game.first, _looks(game)),
        "numbers": spots(game.ruleset, cells, ordinals),
    }


@register.inclusion_tag("games/_thumbnail.html")
def board_after(game: Game, cells: Sequence[Cell], fresh: int = 0) -> dict[str, Any]:
    """A board of *game* after the moves *cells*, of which the last *fresh* are washed."""
    last = cells[len(cells) - fresh :]
    return {
        **_played(game.ruleset, cells, game.first, _looks(game)),
        "fresh": spots(game.ruleset, last, repeat("")),
    }


@register.inclusion_tag("games/_thumbnail.html")
def live_thumbnail(game: Live) -> dict[str, Any]:
    """The board of a game as the live games are listed. Reads nothing."""
    looks = {mark: Look(game.seats[mark].symbol, game.seats[mark].colour) for mark in Mark}
    return _played(game.ruleset, game.moves, game.first, looks)


@register.inclusion_tag("games/_mark.html")
def seat_mark(game: Game, mark: str) -> dict[str, str]:
    """The mark of a seat of *game* as its players chose it."""
    is_x = mark == Mark.X
    return {
        "mark": mark,
        "symbol": game.x_symbol if is_x else game.o_symbol,
        "colour": game.x_colour if is_x else game.o_colour,
    }


@register.inclusion_tag("games/_thumbnail.html")
def sample_board(ruleset: Ruleset, cells: Sequence[Cell] = ()) -> dict[str, Any]:
    """A board of *ruleset* with X and O in turn on *cells*."""
    return _drawn(ruleset, cells, Mark.X)


def _drawn(ruleset: Ruleset, cells: Sequence[Cell], first: str) -> dict[str, Any]:
    return {"board": picture(ruleset, _of(Mark.X, cells, first), _of(Mark.O, cells, first))}


def _looks(game: Game) -> dict[Mark, Look]:
    return {
        Mark.X: Look(game.x_symbol, game.x_colour),
        Mark.O: Look(game.o_symbol, game.o_colour),
    }


def _of(mark: Mark, cells: Sequence[Cell], first: str) -> Sequence[Cell]:
    return cells[0 if mark == first else 1 :: 2]


def _played(
    ruleset: Ruleset, cells: Sequence[Cell], first: str, looks: Mapping[Mark, Look]
) -> dict[str, Any]:
    context = _drawn(ruleset, cells, first)
    for mark, look in looks.items():
        own = _of(mark, cells, first) if look.symbol else ()
        context[f"{mark.value}_spots"] = spots(ruleset, own, repeat(look.symbol))
        context[f"{mark.value}_colour"] = look.colour
    return context
