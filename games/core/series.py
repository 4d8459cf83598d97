"""Several games in a row between the same two: who has won how many, and whether that decides."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.clock import SECOND, Milliseconds
from games.core.events import Outcome
from games.core.rules import Mark

LENGTHS = (0, 3, 5, 7)  # games at most; 0 goes on for as long as both like
TIME_TO_BEGIN: Milliseconds = 30 * SECOND  # for a player's first move in a game of a round
GAMES_OF_ROUND = 2  # each side begins once; a series of this length is always a round


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Games won by the player who has X now, and by the one who has O now, and drawn games."""

    x: int = 0
    o: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        return self.x + self.o + self.draws

    def with_outcome(self, outcome: Outcome) -> SeriesScore:
        """Return the score after one more game; one without an outcome does not count."""
        match outcome:
            case Outcome.X:
                return replace(self, x=self.x + 1)
            case Outcome.O:
                return replace(self, o=self.o + 1)
            case Outcome.DRAW:
                return replace(self, draws=self.draws + 1)
        return self

    def is_decided(self, best_of: int) -> bool:
        """Return whether a series of at most *best_of* games is over; if that is 0 it never is.

        It is over when all games are played, or one side can no longer be caught.
        """
        if not best_of:
            return False
        # Draws use up games, too, so a series can end without a winner.
        left = best_of - self.games
        return left <= 0 or abs(self.x - self.o) > left

    @property
    def leader(self) -> Mark | None:
        """The mark that has won more games; None if neither has."""
        if self.x == self.o:
            return None
        return Mark.X if self.x > self.o else Mark.O
