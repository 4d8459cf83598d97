"""The chat beside a game without its scripts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template

from games.models import moment
from games.protocol.messages import ChatMessage, GameMessage
from games.text.phrases import phrase

register = template.Library()
register.simple_tag(phrase, name="phrase")

PRESETS = {
    "start": ("chat_hello", "chat_luck"),
    "end": ("chat_game", "chat_played", "chat_thanks"),
}
PLIES_OF_THE_START = 4


@register.filter
def as_time(at: int) -> datetime:
    """Milliseconds since the epoch as a template's date filters want them."""
    return moment(at)


@register.simple_tag
def presets(chat: ChatMessage, state: GameMessage, name: str) -> list[dict[str, Any]]:
    """Lines that *name* can say with one press: each once, those of the present phase shown."""
    said = {line.text for line in chat.lines if line.name == name}
    now = _phase(state) if chat.room == "players" else ""
    lines = [(phase, phrase(key)) for phase, keys in PRESETS.items() for key in keys]
    return [
        {"phase": phase, "text": text, "is_shown": phase == now}
        for phase, text in lines
        if text not in said
    ]


def _phase(state: GameMessage) -> str:
    if state.status == "finished":
        return "end" if state.outcome else ""  # nobody thanks for a game that was called off
    return "start" if len(state.moves) < PLIES_OF_THE_START else ""


@register.simple_tag
def mark_of(state: GameMessage, name: str) -> str:
    """The mark that *name* plays; empty for whoever watches."""
    seats = state.seats.items()
    return next((mark for mark, seat in seats if seat and seat.name == name), "")


@register.simple_tag
def partner(state: GameMessage) -> str:
    """The name of the person at the other device; empty if there is none."""
    if len(state.you) != 1:
        return ""
    seat = state.seats["o" if state.you == ["x"] else "x"]
    return seat.name if seat and seat.kind != "engine" else ""
