"""The games of a user, with all moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from accounts.models import User
from games.core.notation import cell_name
from games.core.rules import Cell, Mark
from games.models import (
    Game,
    Move,
)
from games.people.profiles.export.chunks import Data

CHUNK = 50  # games in memory at once, each with all its moves


class MoveValues(NamedTuple):
    """What is told of a move."""

    ply: int
    cell: Cell
    played_at: datetime
    spent_ms: int


def games_data(user: User) -> Iterator[Data]:
    """Yield every game of *user* with its moves, the oldest first; times are ISO 8601, UTC.

    No query lasts from one game to the next, so the reader may take its time between them.
    """
    after = 0
    while ids := _next_ids(user, after):
        moves = _moves_of(ids)
        for game in Game.objects.filter(pk__in=ids).with_players().order_by("pk"):
            data = _game_data(game, moves[game.pk])
            yield {**data, "you": [mark.value for mark in game.marks_of(user)]}
        after = ids[-1]


def game_data(game: Game) -> Data:
    """Return one game and its moves. One query."""
    return _game_data(game, _moves_of([game.pk])[game.pk])


def _next_ids(user: User, after: int) -> list[int]:
    """Return the keys of the games of *user* that come next, read along the index of each seat."""
    seats = Game.objects.filter(pk__gt=after).of_by_seat(user).values()
    # A chunk of each, because all that come next may be of one seat.
    firsts = [games.order_by("pk").values_list("pk", flat=True)[:CHUNK] for games in seats]
    return sorted(chain.from_iterable(firsts))[:CHUNK]


def _moves_of(ids: Iterable[int]) -> Mapping[int, list[MoveValues]]:
    """Return the moves of games by their keys. One query.

    As plain values: prefetched moves and their games refer to one another, so that in a large
    export some 100 MB would wait for the garbage collector.
    """
    moves: dict[int, list[MoveValues]] = defaultdict(list)
    columns = ("ply", "cell", "played_at", "spent_ms")
    rows = Move.objects.filter(game__in=ids).order_by("game", "ply")
    for key, *values in rows.values_list("game", *columns):
        moves[key].append(MoveValues(*values))
    return moves


def _game_data(game: Game, moves: Iterable[MoveValues]) -> Data:
    return {
        "uid": game.uid,
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "opponent": game.opponent,
        "level": game.level,
        "first": game.first,
        "control": game.control,
        "x": _seat_data(game, Mark.X),
        "o": _seat_data(game, Mark.O),
        "status": game.status,
        "outcome": game.outcome,
        "termination": game.termination,
        "setup": game.setup,
        "origin": game.origin,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "moves": [_move_data(game, move) for move in moves],
    }


def _seat_data(game: Game, mark: Mark) -> Data | None:
    player = game.player(mark)
    if player is None:
        return None
    return {
        "player": player.username,
        "label": game.seat_label(mark),
        "symbol": game.x_symbol if mark is Mark.X else game.o_symbol,
        "colour": game.x_colour if mark is Mark.X else game.o_colour,
    }


def _move_data(game: Game, move: MoveValues) -> Data:
    return {
        "ply": move.ply,
        "cell": move.cell,
        "name": cell_name(game.ruleset, move.cell),
        "played_at": move.played_at,
        "spent_ms": move.spent_ms,
    }
