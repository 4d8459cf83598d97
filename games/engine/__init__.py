"""Computer players behind one door: a level's name, a position and limits in, a cell out.

    choose("rules", position, Limits(seconds=0.5, seed=1))
    player("monte_carlo", playouts=20)(position, Limits(seconds=0.5, seed=1))

Pure: no Django, no settings, no clock but the one in the limits.
"""

from games.engine.levels import LEVELS, Level, UnknownLevel, choose, find_player
from games.engine.limits import Limits
from games.engine.players import (
    ALGORITHMS,
    NamedPlayer,
    UnknownPlayer,
    parse_player,
    player,
    player_text,
)

__all__ = [
    "ALGORITHMS",
    "LEVELS",
    "Level",
    "Limits",
    "NamedPlayer",
    "UnknownLevel",
    "UnknownPlayer",
    "choose",
    "find_player",
    "parse_player",
    "player",
    "player_text",
]
