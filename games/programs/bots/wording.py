"""A bot's conditions in a few words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import BotConditions
from games.text.wording import goal_text, listed_text, size_text


def boards_text(conditions: BotConditions) -> str:
    """Return, for example, "9×9 to 19×19, 5 in a row"."""
    least, most = conditions.smallest, conditions.largest
    boards = size_text(least, least)
    if least != most:
        boards = _("%(least)s to %(most)s") % {"least": boards, "most": size_text(most, most)}
    shortest, longest = conditions.shortest, min(conditions.longest, most)
    if shortest == longest:
        return listed_text(boards, goal_text(longest))
    if shortest > 3 or longest < most:
        return _("%(boards)s, %(shortest)d to %(longest)d in a row") % {
            "boards": boards,
            "shortest": shortest,
            "longest": longest,
        }
    return boards


def clocks_text(conditions: BotConditions) -> str:
    """Return, for example, "none, 1 to 60 min, correspondence"."""
    kinds = [_("none")] if conditions.untimed else []
    if conditions.timed:
        kinds.append(_span(conditions.least_seconds, conditions.most_seconds))
    if conditions.days:
        kinds.append(_("correspondence"))
    return listed_text(*kinds) if kinds else ""


def _span(least: int, most: int) -> str:
    if not least:
        return _("up to %(most)s min") % {"most": _minutes(most)}
    return _("%(least)s to %(most)s min") % {"least": _minutes(least), "most": _minutes(most)}


def _minutes(seconds: int) -> str:
    return f"{seconds / 60:g}" if seconds % 60 == 0 else f"{seconds / 60:.1f}"
