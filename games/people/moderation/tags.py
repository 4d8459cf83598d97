"""What the administration's first page says about reports."""

from __future__ import annotations

from django import template

from games.models import Report

register = template.Library()


@register.simple_tag
def count_open_reports() -> int:
    """Return how many reports wait for the staff. One query."""
    return Report.objects.open().count()
