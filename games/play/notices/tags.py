"""The words of notices, which may come on every page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import ngettext

from games.models import Pool, RefundNotice
from games.play.notices import decisions
from games.text.phrases import NOTICES, for_scripts
from games.text.refusals import DECLINED

register = template.Library()


@register.inclusion_tag("text/_phrases.html")
def notice_words() -> dict[str, Any]:
    """Return the phrases of notices, and why challenges are declined, for the scripts."""
    reasons = {f"declined_{code}": reason for code, reason in DECLINED.items()}
    return {"phrases": for_scripts({**NOTICES, **reasons})}


register.filter("decision_text", decisions.text_of)


@register.filter
def refund_text(notice: RefundNotice) -> str:
    """Return what *notice* tells, in one sentence."""
    if notice.is_undone:
        sentence = ngettext(
            "The %(count)d point you got back in %(pool)s was taken away again: your opponent’s"
            " ban was lifted.",
            "The %(count)d points you got back in %(pool)s were taken away again: your opponent’s"
            " ban was lifted.",
            notice.points,
        )
    else:
        sentence = ngettext(
            "You got %(count)d point back in %(pool)s: an opponent broke the rules.",
            "You got %(count)d points back in %(pool)s: an opponent broke the rules.",
            notice.points,
        )
    return sentence % {"count": notice.points, "pool": Pool(notice.pool).label}
