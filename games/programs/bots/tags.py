"""A bot's conditions in templates."""

from django import template

from games.programs.bots import wording

register = template.Library()
register.filter("boards", wording.boards_text)
register.filter("clocks", wording.clocks_text)
