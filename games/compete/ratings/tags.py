"""Ratings, for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template

from accounts.models import User
from games.compete.ratings.levels import LevelMark
from games.compete.ratings.pages.chart import Scale, chart_of, neighbours
from games.compete.ratings.pages.history import Career
from games.compete.ratings.pages.showing import ShownRating
from games.compete.ratings.pages.wording import pool_title
from games.models import HALVES, RatingChange
from games.text.wording import points_text

register = template.Library()


@register.inclusion_tag("compete/ratings/_rating.html")
def rating_of(user: User | None, ratings: Mapping[int, ShownRating]) -> dict[str, object]:
    """Return the rating of *user* beside their name, from what `pages.showing.ratings_of` found.

    Nothing for a guest or an empty seat, which have none.
    """
    return {"rating": ratings.get(user.pk) if user else None}


@register.inclusion_tag("compete/ratings/_signed.html")
def rating_change(points: int) -> dict[str, object]:
    """Return points that a rating gained or lost, with their sign."""
    return {"points": points}


register.filter("pool_title", pool_title)


@register.filter
def minus(number: str) -> str:
    """Return a formatted *number* with the sign that is as wide as a plus."""
    return number.replace("-", "\N{MINUS SIGN}")


@register.filter
def score_text(change: RatingChange) -> str:
    """Return the score of a round from the side of the user whose rating changed: "1½ – ½"."""
    assert change.round  # a change by a refund has no score
    # The change keeps the score that it was rated by: without games that nobody played.
    halves = change.round.halves_of(change.user_id) or 0
    return f"{points_text(halves)} – {points_text(HALVES - halves)}"


@register.inclusion_tag("compete/ratings/_chart.html")
def rating_chart(career: Career) -> dict[str, object]:
    """Return the last changes as a line, with the margin as a band around it where it is known."""
    return {"chart": chart_of(career.points), "pool": career.pool}


@register.inclusion_tag("compete/ratings/_strip.html")
def strip(scale: Scale, rating: ShownRating, levels: Sequence[LevelMark]) -> dict[str, object]:
    """Return *rating* as a dot with its margin on *scale*, and between which *levels* it lies."""
    below, above = neighbours(levels, rating.rating)
    return {
        "at": scale.at(rating.rating),
        "low": scale.at(rating.rating - rating.margin),
        "high": scale.at(rating.rating + rating.margin),
        "levels": levels,
        "below": below,
        "above": above,
    }


@register.inclusion_tag("compete/ratings/_level_lines.html")
def level_lines(scale: Scale, levels: Sequence[LevelMark]) -> dict[str, object]:
    """Return a line through the table for each of *levels*, once, for all strips to use."""
    return {"lines": _lines(scale, levels)}


@register.inclusion_tag("compete/ratings/_level_numbers.html")
def level_numbers(scale: Scale, levels: Sequence[LevelMark]) -> dict[str, object]:
    """Return the numbers of *levels*, at the head of their lines."""
    return {"lines": _lines(scale, levels)}


def _lines(scale: Scale, levels: Sequence[LevelMark]) -> list[tuple[int, str]]:
    """Return numbers and places, but for the levels measured lower than anybody can be."""
    return [(mark.number, scale.at(mark.rating)) for mark in levels if not mark.is_lowest]
