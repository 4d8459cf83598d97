"""Tournaments, for templates."""

from __future__ import annotations

from django import template

from games.tournaments import queries

register = template.Library()
register.simple_tag(queries.for_home, name="tournaments_soon")


@register.filter
def countdown(ms: int) -> str:
    """For example "23:41", "1:05:00", or "2 d" beyond a day's hours."""
    seconds = ms // 1000
    hours, rest = divmod(seconds, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"
