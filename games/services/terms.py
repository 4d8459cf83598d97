"""What a new game is to be: asked for by one player, checked before anything is written."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from games.core.clock import UNLIMITED, TimeControl
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.engine import LEVELS, UnknownLevel
from games.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The choices of whoever creates a game.

    `side` is "x", "o" or "either", `first` is "x", "o" or "random". Symbols and colours of ""
    stand for the usual ones; the names are shown in games on one device only.
    """

    ruleset: Ruleset = TIC_TAC_TOE
    opponent: str = Game.Opponent.ANYONE.value
    level: str = ""
    side: str = "x"
    first: str = "x"
    control: TimeControl = UNLIMITED
    x_symbol: str = ""
    o_symbol: str = ""
    x_colour: str = ""
    o_colour: str = ""
    x_name: str = ""
    o_name: str = ""

    def check(self) -> None:
        """Raise GameError unless the level exists and plays this ruleset."""
        if self.opponent != Game.Opponent.COMPUTER:
            return
        if self.level not in LEVELS:
            raise UnknownLevel
        if not LEVELS[self.level].supports(self.ruleset):
            raise GameError("level_unsupported")

    def first_mark(self) -> Mark:
        return secrets.choice(tuple(Mark)) if self.first == "random" else Mark(self.first)

    def side_mark(self) -> Mark:
        return secrets.choice(tuple(Mark)) if self.side == "either" else Mark(self.side)
