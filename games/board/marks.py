"""Single marks, as small as the words beside them."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.core.rules import Mark
from games.models import Game

register = template.Library()

MOST_KEPT = 512  # of 0.3 KB
STROKES = {
    Mark.X: '<path d="M24 23Q50 52 76 77"/><path d="M77 24Q52 48 23 76"/>',
    Mark.O: '<path d="M50 21C33 21 21 34 21 50C21 67 34 79 50 79C67 79 79 66 79 50'
    'C79 33 67 21 50 21Z"/>',
}


@register.simple_tag
@lru_cache(MOST_KEPT)
def glyph(mark: str, symbol: str = "", colour: str = "") -> SafeString:
    """The *mark* "x" or "o", or the *symbol* that is drawn for it, in a *colour* of its own."""
    if symbol:
        inside = format_html('<text class="glyph__symbol" x="50" y="54">{}</text>', symbol)
    else:
        inside = mark_safe(STROKES[Mark(mark)])  # a constant  # nosec B308 B703
    start = '<svg class="glyph{}" viewBox="0 0 100 100" aria-hidden="true" focusable="false"{}>'
    return format_html(
        start + "{}</svg>",
        "" if colour else f" mark-{mark}",
        format_html(' color="{}"', colour) if colour else "",
        inside,
    )


@register.simple_tag
def seat_mark(game: Game, mark: str) -> SafeString:
    """The mark of a seat of *game* as its players chose it."""
    if mark == Mark.X:
        return glyph(mark, game.x_symbol, game.x_colour)
    return glyph(mark, game.o_symbol, game.o_colour)
