"""Boards for pages: as data for the script that draws them, and as rows of cells without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.notation import cell_name
from games.core.rules import Cell, Mark
from games.models import Game


def board_data(game: Game, cells: Sequence[Cell]) -> dict[str, Any]:
    """What a script needs to draw *game* with the moves *cells*."""
    return {
        "uid": game.uid,
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "first": game.first,
        "moves": list(cells),
        "marks": {mark.value: _look(game, mark) for mark in Mark},
        "live": game.status == Game.Status.ONGOING,
    }


def board_rows(game: Game, cells: Sequence[Cell], line: Sequence[Cell] = ()) -> dict[str, Any]:
    """The board after the moves *cells*, in the shape that templates/games/_board.html shows."""
    ruleset = game.ruleset
    shown = {cell: _taken(game, ply) for ply, cell in enumerate(cells)}
    last = cells[-1] if cells else None
    squares = [
        {
            "cell": cell,
            "name": cell_name(ruleset, cell),
            "last": cell == last,
            "winning": cell in line,
            **shown.get(cell, {"mark": "", "symbol": "", "colour": ""}),
        }
        for cell in range(ruleset.cells)
    ]
    starts = range(0, ruleset.cells, ruleset.m)
    return {
        "m": ruleset.m,
        "n": ruleset.n,
        "rows": [squares[start : start + ruleset.m] for start in starts],
        "playable": False,
    }


def _taken(game: Game, ply: int) -> dict[str, str]:
    mark = Mark(game.first) if ply % 2 == 0 else Mark(game.first).other
    return {"mark": mark.value, **_look(game, mark)}


def _look(game: Game, mark: Mark) -> dict[str, str]:
    if mark is Mark.X:
        return {"symbol": game.x_symbol, "colour": game.x_colour}
    return {"symbol": game.o_symbol, "colour": game.o_colour}
