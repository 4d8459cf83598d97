"""Ratings, for templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django import template

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
