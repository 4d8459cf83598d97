"""Games in words, for templates."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import has_profile
from games.models import Game
from games.protocol.open_games import special_terms
from games.text import wording
from games.text.phrases import TERMS, TIME_LEFT, for_scripts
from games.text.seat_names import level_description, level_name, name_of, seat_name
from tictactoe_site.common.numbers import plural_samples

register = template.Library()

register.filter("name", name_of)
register.filter("has_profile", has_profile)
register.filter("level_name", level_name)
register.filter("level_description", level_description)
register.filter("goal", wording.goal_text)
register.filter("board", wording.board_text)
register.filter("control", wording.control_text)
register.filter("round_and_clock", wording.round_and_clock_text)
register.filter("turn_for", wording.turn_text)
register.filter("opponents_of", wording.opponents_text)
register.filter("result_for", wording.result_for)
register.filter("points", wording.points_text)
register.filter("scored", wording.scored_text)
register.filter("headline", wording.headline)
register.filter("ending", wording.ending_text)
register.filter("seconds", wording.seconds_text)
register.filter("left", wording.left_until)
register.filter("special_terms", wording.special_terms_text)


@register.inclusion_tag("text/_moment.html")
def moment(at: datetime, kind: str = "time") -> dict[str, Any]:
    """Return a time in UTC, which a script writes in the reader's zone; a "day" has no hour."""
    shown = date_format(localtime(at), "DATE_FORMAT" if kind == "day" else "DATETIME_FORMAT")
    return {"at": at, "kind": kind, "shown": shown}


@register.inclusion_tag("text/_phrases.html")
def terms_words() -> dict[str, Any]:
    """Return board, clock and special terms in words, for the scripts."""
    return {"phrases": for_scripts(TERMS)}


@register.inclusion_tag("text/_phrases.html")
def time_left_words() -> dict[str, Any]:
    """Return the time left in words, for the script that counts it down."""
    return {"phrases": for_scripts(TIME_LEFT)}


register.simple_tag(wording.listed_text, name="listed")
register.simple_tag(plural_samples, name="plural_forms")


class HasSize(Protocol):
    """What has columns and rows: a game, a ruleset, a row of the lobby."""

    m: int
    n: int


@register.filter
def size(board: HasSize) -> str:
    return wording.size_text(board.m, board.n)


@register.filter
def cells(board: HasSize) -> int:
    return board.m * board.n


@register.filter
def seat_label(game: Game, mark: str) -> str:
    return seat_name(game, mark)


@register.filter
def seat(mark: str) -> str:
    """Return the word for what one plays, of "x", "o" and "either": "X", "O" or "Either"."""
    return _("Either") if mark == "either" else mark.upper()


@register.filter
def is_turn_of(game: Game, user: User) -> bool:
    """Return whether *user* is to move in *game*."""
    return wording.mark_to_move(game) in game.marks_of(user)


@register.filter
def player(game: Game, mark: str) -> User | None:
    return game.player(mark)


@register.filter
def terms_text(game: Game) -> str:
    """Return the terms of *game* that a joiner might not expect; empty if there are none.

    It is empty for a game of a round: all rounds have the same terms.
    """
    return "" if game.is_of_round else wording.special_terms_text(special_terms(game))


@register.filter
def rules_text(game: Game) -> str:
    """Return the special terms of *game*, but for the length of its series, also for a round."""
    return wording.special_terms_text(code for code in special_terms(game) if "best_of" not in code)
