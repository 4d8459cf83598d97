"""A rating over time as the lines of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import starmap

from games.compete.ratings.pages.history import RatingPoint

WIDTH, HEIGHT = 300, 76
AIR = 4  # above and below


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
    """Return the chart of *points*, evenly apart; None of fewer than two."""
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
