"""How the two marks look on a page: as the game has them, or else as its reader likes them.

Whoever creates a game can choose its marks, and then everybody sees these. A game with the usual
marks is shown to each reader with the marks and colours of their own preferences. Where a mark has
no symbol, pages (but no socket messages) show what the reader has drawn by hand.
"""

from __future__ import annotations

from collections.abc import Mapping

from accounts.handwriting import paths_of
from accounts.models import Preferences
from games.models import Game
from games.protocol.messages import MarkLook

Looks = Mapping[str, MarkLook]


def looks_of(game: Game) -> Looks:
    """Return the looks that *game* was made with, by mark."""
    return {
        "x": MarkLook(symbol=game.x_symbol, colour=game.x_colour),
        "o": MarkLook(symbol=game.o_symbol, colour=game.o_colour),
    }


class HandLook(MarkLook, frozen=True):
    """A mark in the reader's own hand: SVG path data of its strokes in a cell."""

    strokes: tuple[str, ...]


def looks_for(reader: Preferences, looks: Looks) -> Looks:
    """Return what *reader* sees in a game that was made with *looks*."""
    if any(look.symbol or look.colour for look in looks.values()):
        return _by_hand(reader, looks)
    return own_looks(reader)


def own_looks(reader: Preferences) -> Looks:
    """Return what *reader* sees on a board for which nobody has chosen marks."""
    looks = {
        "x": MarkLook(symbol=reader.x_symbol, colour=reader.x_colour),
        "o": MarkLook(symbol=reader.o_symbol, colour=reader.o_colour),
    }
    return _by_hand(reader, looks)


def _by_hand(reader: Preferences, looks: Looks) -> Looks:
    return {mark: _look_by_hand(reader, mark, look) for mark, look in looks.items()}


def _look_by_hand(reader: Preferences, mark: str, look: MarkLook) -> MarkLook:
    strokes = paths_of(reader.handwriting, mark)
    return look if look.symbol or not strokes else HandLook(look.symbol, look.colour, strokes)


def strokes_by_hand(look: MarkLook) -> tuple[str, ...]:
    """Return the strokes of a look that its reader has drawn; none for any other look."""
    return look.strokes if isinstance(look, HandLook) else ()
