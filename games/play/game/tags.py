"""The game page without its scripts, and the phrases for the scripts."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template
from django.utils.translation import get_language, override

from games.protocol.messages import GameMessage
from games.text.game_page import PageText
from games.text.game_sides import mark_name
from games.text.game_times import clock_text
from games.text.phrases import PHRASES, for_scripts, phrase
from games.text.refusals import REFUSALS, refusal

register = template.Library()
register.filter("refusal", refusal)
register.simple_tag(mark_name)


@register.inclusion_tag("text/_phrases.html")
def game_phrases() -> dict[str, Any]:
    """Return all phrases, for the scripts."""
    return {"phrases": _phrases_in(get_language())}


@cache  # over 200 texts, each looked up in 10 µs; they depend on the language alone
def _phrases_in(language: str) -> tuple[tuple[str, str], ...]:
    with override(language):
        return tuple(for_scripts(PHRASES))


@register.simple_tag
def game_refusals() -> dict[str, str]:
    """Return why a command can be refused, by code, for the scripts."""
    return {code: str(sentence) for code, sentence in REFUSALS.items()}


@register.simple_tag
def waiting_headline(state: GameMessage, creator: str, can_join: bool) -> str:
    """Return the first words of an open game's page, by who reads it."""
    if can_join:
        return phrase("wants_to_play", name=creator)
    if state.invited:
        return phrase("waiting_for", name=state.invited)
    return phrase("waiting_friend" if state.opponent == "friend" else "waiting")


@register.simple_tag
def free_seat(state: GameMessage) -> str:
    """Return what whoever joins would play: "x", "o", or "either" while both seats are free."""
    free = [mark for mark, taken in state.seats.items() if not taken]
    return free[0] if len(free) == 1 else "either"


@register.inclusion_tag("play/game/_player.html")
def player_card(state: GameMessage, text: PageText, place: str) -> dict[str, Any]:
    """Return one player's card: the reader's own has the *place* "bottom", the other one "top"."""
    upper = "o" if text.bottom == "x" else "x"
    mark = text.bottom if place == "bottom" else upper
    return {
        "place": place,
        "mark": mark,
        "look": state.marks[mark],
        "text": text.players[mark],
        "clock": clock_text(getattr(state.clock, mark)) if state.clock else None,
    }
