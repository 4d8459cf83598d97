"""Boards for pages: as data for the script that draws them, and as rows of cells without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from games.core.notation import cell_name
from games.core.rules import Cell, Mark
from games.models import Game
from games.views.looks import Looks, looks_of


def board_data(game: Game, cells: Sequence[Cell], looks: Looks | None = None) -> dict[str, Any]:
    """What a script needs to draw *game* with the moves *cells*, its marks in other *looks*."""
    return {
        "uid": game.uid,
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "first": game.first,
        "moves": list(cells),
        "marks": {mark: asdict(look) for mark, look in (looks or looks_of(game)).items()},
        "live": game.status == Game.Status.ONGOING,
    }


def board_rows(
    game: Game, cells: Sequence[Cell], line: Sequence[Cell] = (), looks: Looks | None = None
) -> dict[str, Any]:
    """The board after the moves *cells*, in the shape that templates/games/_board.html shows."""
    ruleset = game.ruleset
    drawn = looks or looks_of(game)
    shown = {cell: _taken(game, ply, drawn) for ply, cell in enumerate(cells)}
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


def _taken(game: Game, ply: int, looks: Looks) -> dict[str, str]:
    mark = Mark(game.first) if ply % 2 == 0 else Mark(game.first).other
    return {"mark": mark.value, **asdict(looks[mark.value])}
