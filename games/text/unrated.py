"""Why a round counts for no rating, as a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

UNRATED: Mapping[str, Promise] = {
    "guest": _("Rounds with a guest aren’t rated."),
    "same_owner": _(
        "A bot’s rounds with its owner, or with another of the owner’s bots, aren’t rated."
    ),
    "pair_limit": _("Only six rounds a day of the same two players are rated."),
    "level_limit": _("Only ten rounds a day against the computer are rated."),
    "same_network": _("Both players came from the same network, and one of them is new here."),
    "repeated_game": _("One of the games went exactly as an earlier one of the same two players."),
}


def unrated_text(code: str) -> str:
    """The sentence for *code*; a general one for a code that nobody wrote a sentence for."""
    return str(UNRATED.get(code, _("This round isn’t rated.")))
