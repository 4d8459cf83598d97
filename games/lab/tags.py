"""Runs of the lab in templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from accounts.models import User
from games.lab import wording
from games.lab.forms import board_label
from games.lab.queries import Verdicts, latest_verdicts
from games.models import LabRun

register = template.Library()
register.filter("lab_state", wording.state_text)
register.filter("lab_tone", wording.tone)
register.filter("lab_short", wording.short_text)
register.filter("lab_board", board_label)
register.filter("lab_time", wording.time_text)
register.filter("lab_seat", wording.seat_text)
register.simple_tag(latest_verdicts, name="lab_verdicts")  # of the rows of a list, at once


@register.inclusion_tag("lab/_verdict.html")
def lab_verdict(verdicts: Mapping[int, Verdicts], bot: User) -> dict[str, Verdicts | None]:
    """What the lab has shown of *bot*, of those that `lab_verdicts` has read."""
    return {"verdicts": verdicts.get(bot.pk)}


@register.simple_tag(takes_context=True)
def lab_verdicts_of(context: Mapping[str, Any], bot: User) -> Verdicts | None:
    """What the lab has shown of *bot*, of runs that the reader may see. One query."""
    readable = LabRun.objects.visible_to(context["user"].pk)
    return latest_verdicts([bot], among=readable).get(bot.pk)
