"""Boards of games for pages: as data for the script that draws them, and as HTML without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from games.board.looks import Looks, looks_of
from games.board.plain import PlainBoard
from games.core.rules import Cell, Mark
from games.models import Game


def board_data(game: Game, cells: Sequence[Cell], looks: Looks | None = None) -> dict[str, Any]:
    """Return what a script needs to draw *game* after the moves *cells*.

    Its marks have *looks*, by default those that the game was made with.
    """
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


def plain_board(
    game: Game, cells: Sequence[Cell], line: Sequence[Cell] = (), looks: Looks | None = None
) -> PlainBoard:
    """Return the board after the moves *cells*, to look at."""
    return PlainBoard(game.ruleset, Mark(game.first), cells, looks or looks_of(game), line)
