"""What a game's page says of the round that the game is part of.

Those who know rounds build on rooms, and give them the function that tells.
"""

from __future__ import annotations

from collections.abc import Callable

from games.models import Game
from games.protocol.messages import RoundState

Tell = Callable[[Game], RoundState | None]

_tellers: list[Tell] = []


def told_by(tell: Tell) -> Tell:
    """Have *tell* say it, in the database thread; for use as a decorator."""
    _tellers.append(tell)
    return tell


def round_of(game: Game) -> RoundState | None:
    """The round of *game*; None if it is of none."""
    if not game.is_of_round:
        return None
    return next((found for tell in _tellers if (found := tell(game))), None)
