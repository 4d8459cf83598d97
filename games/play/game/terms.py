"""The terms of a new game, chosen by one player and checked before anything is written."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from games.core.clock import UNLIMITED, TimeControl
from games.core.errors import GameError
from games.core.match_state import DEFAULT_TAKEBACKS
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Position, Ruleset
from games.core.series import LENGTHS
from games.engine import LEVELS, UnknownLevel
from games.models import Game
from games.text.solved_games import swap_refusal

MAX_TAKEBACKS = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The choices of whoever creates a game.

    `side` is "x", "o" or "either", `first` is "x", "o" or "random". Symbols and colours of ""
    stand for the usual ones; the names are shown in games on one device only. `takebacks` is how
    many each player has, `best_of` the most games of a series or 0 for no end; with `swap` the
    second player may take over the first mark. The game begins after the moves `setup`, which are
    those of the game `origin`.
    """

    ruleset: Ruleset = TIC_TAC_TOE
    opponent: str = Game.Opponent.ANYONE.value
    level: str = ""
    side: str = "x"
    first: str = "x"
    control: TimeControl = UNLIMITED
    takebacks: int = DEFAULT_TAKEBACKS
    swap: bool = False
    best_of: int = 0
    setup: tuple[Cell, ...] = ()
    origin: str = ""
    x_symbol: str = ""
    o_symbol: str = ""
    x_colour: str = ""
    o_colour: str = ""
    x_name: str = ""
    o_name: str = ""

    def check(self) -> None:
        """Raise GameError unless the terms fit together and the level is known.

        Codes: bad_takebacks, bad_series, no_swap, swap_unfair, no_position, unknown_level. Raises
        IllegalMove if the moves `setup` cannot be played.
        """
        if not 0 <= self.takebacks <= MAX_TAKEBACKS:
            raise GameError("bad_takebacks")
        if self.best_of not in LENGTHS:
            raise GameError("bad_series")
        if self.swap:
            self._check_swap()
        if self.setup and (self.swap or Position.after(self.ruleset, self.setup).is_over):
            raise GameError("no_position")
        if self.opponent == Game.Opponent.COMPUTER and self.level not in LEVELS:
            raise UnknownLevel

    def _check_swap(self) -> None:
        if self.opponent == Game.Opponent.DEVICE:  # the two can simply change places
            raise GameError("no_swap")
        if code := swap_refusal(self.ruleset):
            raise GameError(code)

    def first_mark(self) -> Mark:
        return secrets.choice(tuple(Mark)) if self.first == "random" else Mark(self.first)

    def side_mark(self) -> Mark:
        return secrets.choice(tuple(Mark)) if self.side == "either" else Mark(self.side)
