"""Ratings along a line: everybody of a page and the computer's levels on one scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.compete.ratings.levels import LevelMark
from games.compete.ratings.pages.showing import ShownRating

STEP = 100  # points; a scale begins and ends at whole steps
LOW, HIGH = 1000, 2000  # which it always holds


@dataclass(frozen=True, slots=True)
class Scale:
    """What a line shows, from its left end to its right one."""

    low: int = LOW
    high: int = HIGH

    def at(self, rating: int) -> str:
        """Return how far along the line *rating* lies, as SVG has it."""
        share = (rating - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, share)):.2f}%"


def scale_for(levels: Iterable[LevelMark], ratings: Iterable[ShownRating]) -> Scale:
    """Return a scale on which all of these lie, with their margins and some air."""
    ends = [LOW, HIGH]
    for mark in (each for each in levels if not each.is_lowest):
        ends += [mark.rating - STEP // 2, mark.rating + STEP // 2]
    for one in ratings:
        ends += [one.rating - one.margin, one.rating + one.margin]
    return Scale(min(ends) // STEP * STEP, -(-max(ends) // STEP) * STEP)


def neighbours(levels: Sequence[LevelMark], rating: int) -> tuple[LevelMark | None, ...]:
    """Return the strongest level that *rating* reaches, and the weakest that it does not."""
    below = [mark for mark in levels if mark.rating <= rating]
    above = [mark for mark in levels if mark.rating > rating]
    return max(below, key=_rating, default=None), min(above, key=_rating, default=None)


def _rating(mark: LevelMark) -> int:
    return mark.rating
