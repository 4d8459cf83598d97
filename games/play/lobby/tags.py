"""The dialog for a new game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

from games.play.lobby.forms import NewGameForm
from games.play.lobby.new_game_data import new_game_data

register = template.Library()
register.simple_tag(new_game_data)


@register.simple_tag
def new_game_form(terms: Iterable[tuple[str, Any]]) -> NewGameForm:
    """Return the form that starts with *terms*, made where it is drawn."""
    return NewGameForm(initial=dict(terms))
