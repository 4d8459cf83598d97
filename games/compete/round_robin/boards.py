"""The boards on which a round robin is being played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A game that goes on, with its players' names."""

    game: Game
    x: str
    o: str


def boards_of(games: Iterable[Game], names: Mapping[int | None, str]) -> list[LiveBoard]:
    """Return the boards of *games*, whose players have these *names* by their keys."""
    return [
        LiveBoard(game, names.get(game.x_player_id, "?"), names.get(game.o_player_id, "?"))
        for game in games
    ]
