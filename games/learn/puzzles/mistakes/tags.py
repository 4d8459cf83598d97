"""When mistakes come again, and how many wait."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.learn.puzzles.mistakes.queries import due_count

register = template.Library()

MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds


@register.filter
def due_mistakes(user: User | AnonymousUser) -> int:
    """Return how many of *user*'s mistakes are due now."""
    return due_count(user, timezone.now()) if user.is_authenticated else 0


@register.filter
def until_due(due: datetime) -> str:
    """Return, for example, "in 10 minutes", "tomorrow" or "in 3 days", rounded."""
    seconds = (due - timezone.now()).total_seconds()
    days = round(seconds / DAY)
    if days > 1:
        return ngettext("in %(n)d day", "in %(n)d days", days) % {"n": days}
    if days == 1:
        return _("tomorrow")
    if (hours := round(seconds / HOUR)) > 0:
        return ngettext("in %(n)d hour", "in %(n)d hours", hours) % {"n": hours}
    minutes = max(1, round(seconds / MINUTE))
    return ngettext("in %(n)d minute", "in %(n)d minutes", minutes) % {"n": minutes}
