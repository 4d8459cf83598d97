"""A filter for the template that draws the tree."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.core.rules import Cell

register = template.Library()


@register.filter
def followed_by(moves: Sequence[Cell], others: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return *moves* and then *others*."""
    return (*moves, *others)
