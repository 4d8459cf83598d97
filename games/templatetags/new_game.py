"""The dialog for a new game."""

from __future__ import annotations

from typing import Any

from django import template

from games.dialog import dialog_data

register = template.Library()


@register.simple_tag
def new_game_data() -> dict[str, Any]:
    """What the dialog's script looks up."""
    return dialog_data()
