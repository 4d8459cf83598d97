"""The computer's levels as fixed marks on the scale of each pool."""

from __future__ import annotations

from games.core.rating import Strength
from games.ratings.calculation import Standing


def level_standing(title: str, pool: str) -> Standing:
    """Where the level whose account is *title* stands in *pool*: measured, and never changed."""
    return Standing(Strength())
