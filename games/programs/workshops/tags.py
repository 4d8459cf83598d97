"""Why something was refused, for teachers."""

from django import template

from games.programs.workshops.wording import refusal_text

register = template.Library()
register.filter("refusal", refusal_text)
