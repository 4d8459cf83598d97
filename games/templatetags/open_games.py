"""Rows of the lobby as HTML, kept: to draw a hundred of them takes longer than all the rest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django import template
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

if TYPE_CHECKING:
    from games.rows import OpenRow

register = template.Library()

ROWS_KEPT = 1024  # of 2 KB
TOKEN = "in-place-of-the-visitors-token"  # longer than any name  # nosec B105


@register.simple_tag(takes_context=True)
def open_games(context: dict[str, Any], rows: Iterable[OpenRow]) -> SafeString:
    """*rows* as the visitor sees them, with forms that carry the visitor's own token."""
    of_all = (get_language(), get_script_prefix())
    drawn = "".join(_drawn(row, *of_all) for row in rows)
    return mark_safe(drawn.replace(TOKEN, str(context["csrf_token"])))  # nosec B308 B703


@lru_cache(maxsize=ROWS_KEPT)
def _drawn(row: OpenRow, language: str | None, script_prefix: str) -> str:
    return render_to_string("games/_open_game.html", {"row": row, "csrf_token": TOKEN})
