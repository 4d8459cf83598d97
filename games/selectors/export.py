"""All that the site keeps of a user's games, as plain data for a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.core.notation import cell_name
from games.core.rules import Mark
from games.models import Game, Move

if TYPE_CHECKING:
    from accounts.models import User

Data = dict[str, Any]
CHUNK = 500  # games whose moves are in memory at once


def games_data(user: User) -> list[Data]:
    """Every game of *user* with its moves, the oldest first; times are ISO 8601, UTC."""
    games = Game.objects.of(user).with_players().prefetch_related("moves").order_by("id")
    return [
        {**game_data(game), "you": [mark.value for mark in game.marks_of(user)]}
        for game in games.iterator(chunk_size=CHUNK)
    ]


def talk_data(user: User) -> list[Data]:
    """Every line that *user* has said, the oldest first."""
    lines = user.lines.select_related("game").order_by("id")
    return [
        {"game": line.game.uid, "room": line.room, "text": line.text, "at": line.at}
        for line in lines.iterator(chunk_size=CHUNK)
    ]


def reports_data(user: User) -> list[Data]:
    """Every report that *user* has made, the oldest first; what the staff noted is not told."""
    reports = user.reports_made.select_related("game", "reported").order_by("id")
    return [
        {
            "game": report.game.uid if report.game else None,
            "reported": report.reported.username,
            "reason": report.reason,
            "text": report.text,
            "at": report.at,
            "state": report.state,
        }
        for report in reports
    ]


def game_data(game: Game) -> Data:
    """One game and its moves, which a list should have fetched before."""
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
        "moves": [_move_data(game, move) for move in game.moves.all()],
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


def _move_data(game: Game, move: Move) -> Data:
    return {
        "ply": move.ply,
        "cell": move.cell,
        "name": cell_name(game.ruleset, move.cell),
        "played_at": move.played_at,
        "spent_ms": move.spent_ms,
    }
