"""How the two marks look on a page: as the game was made, or else as its reader likes them.

Who creates a game chooses its marks, and everybody sees these. A game with the usual marks is
shown to each reader with the marks and colours of the reader's own preferences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.protocol.messages import MarkLook

if TYPE_CHECKING:
    from accounts.models import Preferences
    from games.models import Game

Looks = Mapping[str, MarkLook]


def looks_of(game: Game) -> Looks:
    """Return the marks that *game* was made with."""
    return {
        "x": MarkLook(symbol=game.x_symbol, colour=game.x_colour),
        "o": MarkLook(symbol=game.o_symbol, colour=game.o_colour),
    }


def looks_for(reader: Preferences, looks: Looks) -> Looks:
    """Return what *reader* sees in a game that was made with *looks*."""
    if any(look.symbol or look.colour for look in looks.values()):
        return looks
    return own_looks(reader)


def own_looks(reader: Preferences) -> Looks:
    """Return what *reader* sees on a board of nobody's game."""
    return {
        "x": MarkLook(symbol=reader.x_symbol, colour=reader.x_colour),
        "o": MarkLook(symbol=reader.o_symbol, colour=reader.o_colour),
    }
