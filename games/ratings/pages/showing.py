"""Ratings as they are shown: whole points, and the margin within which they are 95 % certain."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.rating import Strength
from games.models import PuzzleRating, Rating
from games.ratings.calculation import Standing

DEVIATIONS_OF_MARGIN = 2  # to either side, for 95 %


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating in whole points, with 95 % certainty right to *margin*."""

    rating: int
    margin: int
    is_provisional: bool

    @property
    def text(self) -> str:
        """As beside a name: a provisional one has a question mark."""
        return f"{self.rating}?" if self.is_provisional else str(self.rating)


def shown(strength: Strength) -> ShownRating:
    return ShownRating(
        round(strength.rating),
        round(DEVIATIONS_OF_MARGIN * strength.deviation),
        strength.is_provisional,
    )


def standing_of(row: Rating | PuzzleRating) -> Standing:
    """The same for a pool of games and for puzzles."""
    return Standing(row.strength, row.at if isinstance(row, Rating) else row.rated_at)


def rounds_of(row: Rating | PuzzleRating) -> int:
    """How many rounds, or puzzles, have been rated."""
    return row.rounds if isinstance(row, Rating) else row.plays
