"""Ratings in sentences: who is listed, and what somebody still lacks for it."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.compete.ratings.pages.boards import PUZZLES
from games.compete.ratings.pages.showing import (
    DEVIATIONS_OF_MARGIN,
    rounds_of,
    shown_rating,
    standing_of,
)
from games.models import Pool, PuzzleRating, Rating
from games.models.competing.rating import (
    LISTED_DEVIATION,
    LISTED_FOR,
    LISTED_OPPONENTS,
    LISTED_ROUNDS,
)

LISTED_MARGIN = round(DEVIATIONS_OF_MARGIN * LISTED_DEVIATION)


def pool_title(pool: str) -> str:
    return _("Puzzles") if pool == PUZZLES else str(Pool(pool).label)


def conditions_text(pool: str, *, bots: bool = False) -> str:
    """Return who is listed on the board of *pool*."""
    values = {
        "rounds": LISTED_ROUNDS,
        "opponents": LISTED_OPPONENTS,
        "days": LISTED_FOR.days,
        "margin": LISTED_MARGIN,
    }
    if pool == PUZZLES:
        text = _(
            "Listed after %(rounds)d rated puzzles, the last within %(days)d days, "
            "once the margin is ±%(margin)d or less."
        )
    elif bots:
        text = _(
            "Listed after %(rounds)d rounds against %(opponents)d opponents, "
            "the last within %(days)d days, once the margin is ±%(margin)d or less."
        )
    else:
        text = _(
            "Listed after %(rounds)d rounds against %(opponents)d people, "
            "the last within %(days)d days, once the margin is ±%(margin)d or less."
        )
    return text % values


def missing_text(row: Rating | PuzzleRating | None, pool: str, now: datetime) -> str:
    """Return what whoever has the rating *row* still lacks to be listed; "" if that is nothing."""
    if row is None or not rounds_of(row):
        if pool == PUZZLES:
            return _("You haven’t solved a rated puzzle yet.")
        return _("You haven’t played a rated round yet.")
    if text := _too_few(row):
        return text
    if row.deviation > LISTED_DEVIATION:
        margin = shown_rating(standing_of(row).at_time(now)).margin
        return _("Your margin is still ±%(margin)d. Play more rounds to narrow it.") % {
            "margin": margin
        }
    last = standing_of(row).at
    if last is None or last <= now - LISTED_FOR:
        return _("You last played for this rating on %(day)s.") % {
            "day": date_format(last) if last else ""
        }
    return ""


def _too_few(row: Rating | PuzzleRating) -> str:
    number = rounds_of(row)
    values = {"n": number, "more": LISTED_ROUNDS - number}
    if isinstance(row, PuzzleRating):
        if number >= LISTED_ROUNDS:
            return ""
        text = ngettext(
            "You have %(n)d rated puzzle: %(more)d to go.",
            "You have %(n)d rated puzzles: %(more)d to go.",
            number,
        )
        return text % values
    if number < LISTED_ROUNDS:
        text = ngettext(
            "You have %(n)d round: %(more)d to go.",
            "You have %(n)d rounds: %(more)d to go.",
            number,
        )
        return text % values
    if row.opponents < LISTED_OPPONENTS:
        text = ngettext(
            "You have played %(n)d opponent: %(more)d more to go.",
            "You have played %(n)d opponents: %(more)d more to go.",
            row.opponents,
        )
        return text % {"n": row.opponents, "more": LISTED_OPPONENTS - row.opponents}
    return ""
