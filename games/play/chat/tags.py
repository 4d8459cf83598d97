"""The chat of a game as its template draws it, without scripts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template

from games.models import moment
from games.play.chat.presets import preset_lines
from games.protocol.messages import ChatMessage, GameMessage
from games.text.phrases import phrase

register = template.Library()
register.simple_tag(phrase, name="phrase")


@register.filter
def as_time(at: int) -> datetime:
    """Return milliseconds since the epoch as a datetime, for the date filters."""
    return moment(at)


@register.simple_tag
def presets(chat: ChatMessage, name: str, phase: str) -> list[dict[str, Any]]:
    """Return the presets that *name* has not said yet; those of *phase* are shown."""
    said = {line.text for line in chat.lines if line.name == name}
    return [
        {"phase": of, "text": text, "is_shown": of == phase}
        for of, text in preset_lines()
        if text not in said
    ]


@register.simple_tag
def mark_of(state: GameMessage, name: str) -> str:
    """Return the mark that *name* plays; empty for whoever watches."""
    seats = state.seats.items()
    return next((mark for mark, seat in seats if seat and seat.name == name), "")
