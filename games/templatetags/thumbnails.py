"""Small boards for lists and for pages without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

from django import template

from games.core.rules import Cell, Mark, Ruleset
from games.drawing import Spot, picture, spots
from games.models import Game

register = template.Library()


@register.inclusion_tag("games/_thumbnail.html")
def thumbnail(game: Game, upto: int | None = None, numbers: bool = False) -> dict[str, Any]:
    """The board of *game* after *upto* moves, or after all; with the moves' numbers if wanted.

    Reads the game's moves, which a list should have fetched before.
    """
    cells = [move.cell for move in game.moves.all()][:upto]
    ordinals = [str(ply + 1) for ply in range(len(cells))] if numbers else []
    return {
        **_drawn(game.ruleset, cells, game.first),
        "numbers": spots(game.ruleset, cells, ordinals),
        "x_spots": _symbols(game, Mark.X, game.x_symbol, cells),
        "o_spots": _symbols(game, Mark.O, game.o_symbol, cells),
        "x_colour": game.x_colour,
        "o_colour": game.o_colour,
    }


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


def _of(mark: Mark, cells: Sequence[Cell], first: str) -> Sequence[Cell]:
    return cells[0 if mark == first else 1 :: 2]


def _symbols(game: Game, mark: Mark, symbol: str, cells: Sequence[Cell]) -> list[Spot]:
    own = _of(mark, cells, game.first) if symbol else ()
    return spots(game.ruleset, own, repeat(symbol))
