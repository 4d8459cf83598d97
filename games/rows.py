"""Rows of the database as what goes over the wire; shared by what is read and what is announced."""

from datetime import timedelta

from games import protocol
from games.models import Game, milliseconds

OPEN_FOR = timedelta(hours=24)  # the lobby shows no older game: its creator has most likely left


def open_game(game: Game) -> protocol.OpenGame:
    """*game*, read with its creator, as a row of the lobby."""
    return protocol.OpenGame(
        uid=game.uid,
        name=game.creator.username,
        kind=game.creator.kind,
        m=game.m,
        n=game.n,
        k=game.k,
        control=game.control,
        seat=free_seat(game),
        first=game.first,
        created=milliseconds(game.created_at),
    )


def free_seat(game: Game) -> str:
    """What whoever joins will play: "x", "o", or "either" when chance will decide."""
    if game.x_player_id is None and game.o_player_id is None:
        return "either"
    return "x" if game.x_player_id is None else "o"
