"""What a player may do when the other one has left, as the page says it without scripts."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings

from games.phrases import phrase
from games.templatetags.game_page import State, label, turn_of

register = template.Library()

SHOWN_AFTER = 1_500  # milliseconds: whoever only loads the page again has not left


@register.inclusion_tag("games/_absence.html")
def other_left(state: State, uid: str, csrf_token: str) -> dict[str, Any]:
    """The panel about an opponent who has left: what can be done, and in how many seconds."""
    text, wait = _options(state)
    after = settings.CLAIM_AFTER_SECONDS
    return {"uid": uid, "csrf_token": csrf_token, "text": text, "wait": wait, "after": after}


def _options(state: State) -> tuple[str, int | None]:
    """The sentence, or "", and the seconds until the win can be claimed, None if it cannot."""
    if state["status"] != "ongoing" or len(state["you"]) != 1 or state["control"].endswith("d"):
        return "", None
    [own] = state["you"]
    other = "o" if own == "x" else "x"
    left = state["presence"][f"{other}_left"]
    if left < SHOWN_AFTER:
        return "", None
    name = label(state, other)
    if len(state["moves"]) - state["setup"] < 2:
        return phrase("left_abort", name=name), None
    if turn_of(state) == own:
        return phrase("left_your_turn", name=name), None
    wait = max(0, settings.CLAIM_AFTER_SECONDS - left // 1000)
    return phrase("left_wait.other" if wait else "left_claim", name=name, count=wait), wait
