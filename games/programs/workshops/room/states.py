"""A game as workshops' clients know it.

    {"gameUid": "…", "players": ["alice", "bob"], "turn": "bob",
     "board": [["alice", "", ""], ["", "", ""], ["", "", ""]],
     "status": {"type": "ONGOING", "winner": null}}

The first player has X, begins, and has made the game, unless the round robin did. A cell holds the
name of whoever marked it; `turn` is "" unless the game goes on; the winner of a draw is "DRAW".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core.errors import GameError
from games.core.events import Outcome, Status
from games.core.match import Match
from games.core.rules import Cell, Mark

SIDE = 3
STATUS = {Status.OPEN: "WAITING", Status.ONGOING: "ONGOING", Status.FINISHED: "FINISHED"}
LAB = "Lab"  # the name of whoever asks
NOTICE = "notice"  # the uid of a row of the lobby that is no game

State = dict[str, Any]
NameOf = Callable[[int], str]


def game_state(uid: str, match: Match, name_of: NameOf) -> State:
    """Return how the game *uid* stands."""

    def name(mark: Mark | None) -> str:
        player = match.player(mark) if mark else None
        return "" if player is None else name_of(player)

    board = [[""] * SIDE for _ in range(SIDE)]
    for ply, played in enumerate(match.moves):
        row, column = divmod(played.cell, SIDE)
        board[row][column] = name(match.mark_at(ply))
    winner = {Outcome.X: name(Mark.X), Outcome.O: name(Mark.O), Outcome.DRAW: "DRAW"}
    return {
        "gameUid": uid,
        "players": [name(mark) for mark in Mark if match.player(mark) is not None],
        "turn": name(match.turn),
        "board": board,
        "status": {"type": STATUS[match.status], "winner": winner.get(match.outcome)},
    }


def waiting_state(uid: str, *players: str) -> State:
    """Return a row of the lobby."""
    return {
        "gameUid": uid,
        "players": list(players),
        "turn": "",
        "board": [[""] * SIDE for _ in range(SIDE)],
        "status": {"type": STATUS[Status.OPEN], "winner": None},
    }


def question_state(uid: str, moves: Sequence[Cell], name: str) -> State:
    """Return a game that is not real, in which the player *name* is to move after *moves*."""
    seats = (name, LAB) if len(moves) % 2 == 0 else (LAB, name)
    board = [[""] * SIDE for _ in range(SIDE)]
    for ply, cell in enumerate(moves):
        row, column = divmod(cell, SIDE)
        board[row][column] = seats[ply % 2]
    return {
        "gameUid": uid,
        "players": list(seats),
        "turn": name,
        "board": board,
        "status": {"type": STATUS[Status.ONGOING], "winner": None},
    }


def parse_position(position: object) -> Cell:
    """Return the cell at `{"x": column, "y": row}`. Raises GameError("no_such_cell")."""
    match position:
        case {"x": x, "y": y} if _is_on_board(x) and _is_on_board(y):
            return int(SIDE * y + x)
    raise GameError("no_such_cell")


def _is_on_board(number: object) -> bool:
    return type(number) is int and 0 <= number < SIDE  # True is no number here
