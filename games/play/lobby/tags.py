"""What the script of the form for a new game needs, for templates."""

from __future__ import annotations

from django import template

from games.play.lobby.new_game_data import new_game_data

register = template.Library()
register.simple_tag(new_game_data)
