"""The dialog for a new game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

from games.dialog import dialog_data
from games.forms import NewGameForm

register = template.Library()


@register.simple_tag
def new_game_form(terms: Iterable[tuple[str, Any]]) -> NewGameForm:
    """The form that starts with *terms*, made where it is drawn."""
    return NewGameForm(initial=dict(terms))


@register.simple_tag
def new_game_data() -> dict[str, Any]:
    """What the dialog's script looks up."""
    return dialog_data()
