"""How soon a win comes, counted in the winner's own moves."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def moves_to_win(plies: int) -> int:
    """Return how many marks the winner makes in so many *plies*, the last of them the winner's."""
    return (plies + 1) // 2


def span(plies: int | None, within: int | None = None) -> str:
    """Return how soon: "in 2 moves", "in at most 5 moves", or only "by force"."""
    if plies is not None:
        n = moves_to_win(plies)
        return ngettext("in %(n)d move", "in %(n)d moves", n) % {"n": n}
    if within is not None:
        n = moves_to_win(within)
        return ngettext("in at most %(n)d move", "in at most %(n)d moves", n) % {"n": n}
    return _("by force")
