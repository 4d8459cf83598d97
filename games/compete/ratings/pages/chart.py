"""Ratings in pictures: one over time as lines, and those of a page and of the levels on a scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import starmap

from games.compete.ratings.levels import LevelMark
from games.compete.ratings.pages.history import RatingPoint
from games.compete.ratings.pages.showing import ShownRating

WIDTH, HEIGHT = 300, 76
AIR = 4  # above and below
STEP = 100  # points; a scale begins and ends at whole steps
LOW, HIGH = 1000, 2000  # every scale holds these


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Paths as SVG has them, and what they tell: from which rating to which, and between which."""

    line: str
    band: str
    changes: int
    first: int
    last: int
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(points: Sequence[RatingPoint]) -> RatingChart | None:
    """Return the chart of *points*, evenly apart; None for fewer than two."""
    if len(points) < 2:
        return None
    upper = [point.rating + (point.margin or 0) for point in points]
    lower = [point.rating - (point.margin or 0) for point in points]
    bottom, top = min(lower), max(upper)
    scale = (HEIGHT - 2 * AIR) / max(top - bottom, 1.0)

    def at(number: int, value: float) -> str:
        across = WIDTH * number / (len(points) - 1)
        return f"{across:.1f} {HEIGHT - AIR - scale * (value - bottom):.1f}"

    def path(values: Iterable[tuple[int, float]]) -> str:
        return "M" + "L".join(starmap(at, values))

    ratings = [point.rating for point in points]
    has_band = all(point.margin is not None for point in points)
    around = [*enumerate(upper), *reversed(list(enumerate(lower)))]
    return RatingChart(
        line=path(enumerate(ratings)),
        band=f"{path(around)}Z" if has_band else "",
        changes=len(points) - 1,
        first=round(ratings[0]),
        last=round(ratings[-1]),
        least=round(min(ratings)),
        most=round(max(ratings)),
    )


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
