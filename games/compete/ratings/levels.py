"""The computer's levels as fixed points on the rating scale of each pool: measured, never changed.

`python -m tools measure_levels` measured them, and wrote what it found into LADDER.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from games.compete.ratings.calculation import DatedStrength
from games.core.errors import GameError
from games.core.rating import LOWEST, MIN_DEVIATION, Strength
from games.engine import LEVELS

LADDER = Path(__file__).with_name("ladder.json")
DEVIATIONS = 2  # to either side of a rating, for 95 %


@dataclass(frozen=True, slots=True)
class LevelMark:
    """The fixed point of a level: its *measured* rating, right to *margin* with 95 % certainty."""

    number: int
    name: str
    title: str  # of its account
    measured: int
    margin: int

    @property
    def rating(self) -> int:
        """The measured rating, but no lower than any rating can be."""
        return max(int(LOWEST), self.measured)

    @property
    def is_lowest(self) -> bool:
        """Whether it was measured below the lowest rating, at which it therefore stands."""
        return self.measured < LOWEST

    @property
    def strength(self) -> Strength:
        return Strength(self.rating, max(MIN_DEVIATION, self.margin / DEVIATIONS))


@cache
def level_marks(pool: str) -> tuple[LevelMark, ...]:
    """Return the levels' ratings in *pool*, in the order of their numbers."""
    marks = _measured(pool)["marks"]
    return tuple(
        LevelMark(level.number, level.name, level.title, *marks[level.name])
        for level in LEVELS.values()
        if level.name in marks
    )


def measured_on(pool: str) -> date:
    """Return the day on which the levels were measured in *pool*."""
    return date.fromisoformat(_measured(pool)["measured_on"])


@cache
def _measured(pool: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(LADDER.read_text("utf-8"))[pool]
    return found


def is_measured(title: str, pool: str) -> bool:
    """Return whether rounds with the level whose account is *title* can be rated in *pool*."""
    return any(mark.title == title for mark in level_marks(pool))


def level_standing(title: str, pool: str) -> DatedStrength:
    """Return where the level whose account is *title* stands in *pool*.

    Raises GameError("level_unmeasured").
    """
    found = (mark for mark in level_marks(pool) if mark.title == title)
    if mark := next(found, None):
        return DatedStrength(mark.strength)
    raise GameError("level_unmeasured")
