"""What the bridge and the lab ask of a program, whatever it is written in."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

from mnk.errors import Broken
from mnk.game import Game

MAX_SHOWN_LENGTH = 60  # characters of a wrong answer


@dataclass(frozen=True)
class GameTable:
    """What a program is told before a game: the board, and its time.

    *match_seconds* is the clock it begins with, None without one; *turn_seconds* the most that a
    move may take where no clock decides.
    """

    m: int
    n: int
    k: int
    match_seconds: float | None = None
    turn_seconds: float = 30.0


class Player(Protocol):
    """A program in one game."""

    def choose(self, game: Game, seconds: float) -> str:
        """Return the cell to mark, within *seconds*. Raises Broken."""

    def close(self) -> None:
        """End whatever was started for the game, which is over."""


class PlayingProgram(Protocol):
    """A program that can sit down to games."""

    @property
    def name(self) -> str:
        """What people call it."""

    def plays(self, m: int, n: int, k: int) -> bool:
        """Return whether it may play on that board; only sitting down tells for sure."""

    def sit(self, table: GameTable) -> Player:
        """Return a player for one game. Raises Unsupported, Broken, Unusable."""


def seconds_for(table: GameTable, game: Game) -> float:
    """Return how many seconds to wait for a move.

    With a clock it is what the clock has and one second more, so that the clock ends the game.
    """
    return table.turn_seconds if game.seconds is None else game.seconds + 1.0


def ask(player: Player, game: Game, seconds: float) -> tuple[str, float]:
    """Return the cell that *player* marks, and the seconds it took.

    Raises Broken, also if the answer is no cell, or one that is not free.
    """
    began = time.perf_counter()
    answer = player.choose(game, seconds)
    took = time.perf_counter() - began
    try:
        cell = game.name(game.index(answer))
    except ValueError as error:
        raise Broken(f"It answered {_quote(answer)}, which is no cell of this board.") from error
    if game.mark_at(cell) is not None:
        raise Broken(f"It answered {cell}, which is not free.")
    return cell, took


def _quote(answer: str) -> str:
    return repr(answer if len(answer) <= MAX_SHOWN_LENGTH else f"{answer[:MAX_SHOWN_LENGTH]}…")
