"""Tournaments, for templates."""

from __future__ import annotations

from django import template

from accounts.models import User
from games.compete.tournaments import queries
from games.compete.tournaments.queries import ComingArena, coming_arena

register = template.Library()
register.simple_tag(queries.soon, name="tournaments_soon")
register.simple_tag(coming_arena)


@register.filter
def is_joined_by(arena: ComingArena, user: User) -> bool:
    return arena.has(user)


@register.filter
def countdown(ms: int) -> str:
    """Return *ms* as minutes and seconds, "23:41", or from an hour on as "1:05:00"."""
    seconds = ms // 1000
    hours, rest = divmod(seconds, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"
