"""Games of a list as HTML: twenty of them are most of a page."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from django import template
from django.urls import get_script_prefix, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language

from games.board.tags import thumbnail
from games.models import Game
from games.text.wording import (
    control_text,
    ending_text,
    goal_text,
    opponents_text,
    result_for,
    size_text,
    turn_text,
)

if TYPE_CHECKING:
    from accounts.models import User

register = template.Library()

ITEM = (
    '<li class="game-item"><a class="game-item__link" href="{address}">'
    '<span class="game-item__board">{board}</span>'
    '<span class="game-item__who"><b>{who}</b><small>{terms}</small></span></a>'
    '<span class="result result--{code}">{result}</span>'
    '<span class="game-item__how">{how}</span>'
    '<time class="game-item__when" datetime="{moment}">{day}</time></li>'
)
SOME_UID = "0000000000"


@register.simple_tag
def game_item(game: Game, viewer: User) -> SafeString:
    """One game as a list shows it, with what it was to *viewer*. Reads nothing.

    *game* comes with its players and its moves' cells.
    """
    is_over = game.status == Game.Status.FINISHED
    result = result_for(game, viewer)
    created = localtime(game.created_at)
    language = get_language()
    return format_html(
        ITEM,
        address=_address("games:review" if is_over else "games:game", game),
        board=thumbnail(game),
        who=opponents_text(game, viewer),
        terms=_terms(game.m, game.n, game.k, game.control, language),
        code=result.code,
        result=result.label,
        how=ending_text(game) if is_over else turn_text(game, viewer),
        moment=created.isoformat(),
        day=_day(created.date(), language),
    )


def _address(view: str, game: Game) -> str:
    return _pattern(view, get_script_prefix()).replace(SOME_UID, game.uid)


@lru_cache
def _pattern(view: str, script_prefix: str) -> str:
    return reverse(view, kwargs={"uid": SOME_UID})


@lru_cache
def _terms(m: int, n: int, k: int, control: str, language: str | None) -> str:
    return f"{size_text(m, n)}, {goal_text(k)}, {control_text(control)}"


@lru_cache
def _day(day: date, language: str | None) -> str:
    return date_format(day)
