"""Runs of the lab in templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django import template

from accounts.models import User
from games.models import LabRun
from games.models.lab import LabVerdicts
from games.programs.lab import wording

register = template.Library()
register.filter("lab_state", wording.state_text)
register.filter("lab_tone", wording.tone)
register.filter("lab_short", wording.short_text)
register.filter("lab_time", wording.time_text)
register.filter("lab_seat", wording.seat_text)


@register.simple_tag
def lab_verdicts(bots: Collection[User]) -> Mapping[int, LabVerdicts]:
    """Return what the lab has shown of the *bots* of a list, also in runs hidden from the reader.

    One query.
    """
    return LabRun.objects.latest_verdicts(bots)


@register.inclusion_tag("programs/lab/_verdict.html")
def lab_verdict(verdicts: Mapping[int, LabVerdicts], bot: User) -> dict[str, LabVerdicts | None]:
    """Return what the lab has shown of *bot*, out of what `lab_verdicts` has read."""
    return {"verdicts": verdicts.get(bot.pk)}


@register.simple_tag(takes_context=True)
def lab_verdicts_of(context: Mapping[str, Any], bot: User) -> LabVerdicts | None:
    """Return what the lab has shown of *bot* in runs that the reader may see. One query."""
    readable = LabRun.objects.visible_to(context["user"].pk)
    return readable.latest_verdicts([bot]).get(bot.pk)
