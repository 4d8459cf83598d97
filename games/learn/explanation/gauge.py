"""The window from alpha to beta on a line of scores. Only scores inside it can still matter."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.explanation.steps import StoryStep
from games.engine.search.worth import Worth

WIDTH, EDGE = 320, 14
BRACKET_END = 5  # its length


@dataclass(frozen=True, slots=True)
class Gauge:
    """A picture WIDTH wide; *low* and *high* are brackets, as SVG paths, around the window."""

    low: str
    high: str
    start: float
    length: float
    ticks: tuple[float, float, float]  # a loss, a draw, a win
    is_shut: bool


def gauge_of(step: StoryStep, free: int) -> Gauge:
    """Return the window of *step*, where *free* cells are free at the root."""
    most = free + 1.0  # more than the fastest win is worth
    low, high = _place(step.low, most), _place(step.high, most)
    ticks = _place(1 - most, most), _place(0, most), _place(most - 1, most)
    return Gauge(
        _bracket(low, BRACKET_END),
        _bracket(high, -BRACKET_END),
        low,
        high - low,
        ticks,
        step.is_shut,
    )


def _place(worth: Worth, most: float) -> float:
    share = (max(-most, min(most, worth)) + most) / (2 * most)
    return round(EDGE + (WIDTH - 2 * EDGE) * share, 1)


def _bracket(x: float, turn: int) -> str:
    return f"M{x + turn} 8H{x}V30H{x + turn}"
