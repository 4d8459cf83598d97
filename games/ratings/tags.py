"""Ratings, for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django import template

from games.ratings.levels import LevelMark
from games.ratings.scale import Scale, neighbours
from games.ratings.showing import ShownRating

if TYPE_CHECKING:
    from accounts.models import User

register = template.Library()


@register.inclusion_tag("ratings/_rating.html")
def rating_of(user: User | None, ratings: Mapping[int, ShownRating]) -> dict[str, object]:
    """The rating of *user* beside their name, from what `queries.ratings_of` has found.

    Nothing for whom it has none: guests, and an empty seat.
    """
    return {"rating": ratings.get(user.pk) if user else None}


@register.inclusion_tag("ratings/_signed.html")
def rating_change(points: int) -> dict[str, object]:
    """Points that a rating gained or lost, with their sign."""
    return {"points": points}


@register.inclusion_tag("ratings/_strip.html")
def strip(scale: Scale, rating: ShownRating, levels: Sequence[LevelMark]) -> dict[str, object]:
    """*rating* as a dot with its margin on *scale*, and between which *levels* it lies."""
    below, above = neighbours(levels, rating.rating)
    return {
        "at": scale.at(rating.rating),
        "low": scale.at(rating.rating - rating.margin),
        "high": scale.at(rating.rating + rating.margin),
        "levels": levels,
        "below": below,
        "above": above,
    }


@register.inclusion_tag("ratings/_level_lines.html")
def level_lines(scale: Scale, levels: Sequence[LevelMark]) -> dict[str, object]:
    """A line through the table for each of *levels*, once, for all strips to use."""
    return {"lines": [(mark.number, scale.at(mark.rating)) for mark in levels]}


@register.inclusion_tag("ratings/_level_numbers.html")
def level_numbers(scale: Scale, levels: Sequence[LevelMark]) -> dict[str, object]:
    """The numbers of *levels*, at the head of their lines."""
    return {"lines": [(mark.number, scale.at(mark.rating)) for mark in levels]}
