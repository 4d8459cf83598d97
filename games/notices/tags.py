"""The words of notices, which may come on every page."""

from __future__ import annotations

from typing import Any

from django import template

from games.text.phrases import NOTICES
from games.text.refusals import DECLINED

register = template.Library()


@register.inclusion_tag("text/_phrases.html")
def notice_words() -> dict[str, Any]:
    """The phrases of notices, and why challenges are declined, for the scripts."""
    reasons = {f"declined_{code}": reason for code, reason in DECLINED.items()}
    return {"phrases": {**NOTICES, **reasons}}
