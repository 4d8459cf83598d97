"""Charts of a player’s page, the days of play and results as a bar; and lists of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate, pairwise
from math import ceil
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from games.board.tags import sample_board, thumbnail
from games.compete.ratings.pages.games import GameRating
from games.core.rules import Ruleset
from games.models import Game
from games.people.profiles.activity import WEEKS, Activity
from games.people.profiles.queries import BoardResults, Results
from games.text import wording

register = template.Library()

STEP = 15  # units from one day to the next
SIZE = 11  # of a day
SHADES = 4  # of days with games
HEAD = 20  # above the days, for the months
WEEKS_ON_PHONES = 24  # the last ones, which static/css/people/profile.css shows
MIN_WEEKS_APART = 3  # from one month's name to the next, or they would touch
GAP = 0.7  # percent, between the parts of a bar
WEEKDAYS = (0, 2, 4)  # those that are named
SQUARES = tuple(  # of the days, as paths
    f"M{week * STEP + 1} {HEAD + weekday * STEP}h{SIZE}v{SIZE}h-{SIZE}z"
    for week in range(WEEKS)
    for weekday in range(7)
)


@dataclass(frozen=True, slots=True)
class ChartLabel:
    """A text of a chart, and where it stands."""

    at: int
    text: str
    only: str = ""  # "wide" or "narrow", if only the chart of that width shows it here


@register.inclusion_tag("people/profiles/_calendar.html")
def calendar(activity: Activity) -> dict[str, object]:
    """Return a year of days, a column for each week, the darker the more games."""
    first = activity.first
    days = [first + timedelta(days=number) for number in range(WEEKS * 7)]
    shades: dict[int, list[str]] = {shade: [] for shade in range(SHADES + 1)}
    most = max(activity.games.values(), default=1)
    for number, day in enumerate(days):
        if day <= activity.today:
            shade = ceil(SHADES * activity.games[day] / most)
            shades[shade].append(SQUARES[number])
    return {
        "shades": [(shade, "".join(squares)) for shade, squares in shades.items()],
        "today": SQUARES[(activity.today - first).days],
        "months": list(_months(days)),
        "weekdays": [
            ChartLabel(HEAD + number * STEP + SIZE - 1, date_format(days[number], "D"))
            for number in WEEKDAYS
        ],
        "width": WEEKS * STEP,
        "height": HEAD + 7 * STEP,
    }


def _months(days: list[date]) -> Iterator[ChartLabel]:
    """Yield the name of each month, over the first of its weeks."""
    mondays = days[::7]
    starts = [
        0,
        *(i + 1 for i, (one, two) in enumerate(pairwise(mondays)) if one.month != two.month),
    ]
    edge = WEEKS - WEEKS_ON_PHONES
    for week, following in pairwise([*starts, WEEKS]):
        name = date_format(mondays[week], "M")
        is_cut = week < edge < following
        if following - week >= MIN_WEEKS_APART:
            yield ChartLabel(week * STEP, name, "wide" if is_cut else "")
        if is_cut and following - edge >= MIN_WEEKS_APART:
            yield ChartLabel(edge * STEP, name, "narrow")


@register.inclusion_tag("people/profiles/_results_bar.html")
def results_bar(results: Results) -> dict[str, object]:
    """Return won, drawn and lost beside each other, each as wide as its share of the games."""
    parts = [("won", results.won), ("drawn", results.drawn), ("lost", results.lost)]
    shown = [(name, 100 * games / results.games) for name, games in parts if games]
    starts = accumulate((share for _, share in shown), initial=0.0)
    return {
        "results": results,
        "parts": [
            (name, f"{start:.2f}", f"{max(share - GAP, GAP):.2f}")
            for (name, share), start in zip(shown, starts, strict=False)
        ],
    }


@register.inclusion_tag("people/profiles/_games.html")
def game_list(
    games: Iterable[Game], user: User, ratings: Mapping[str, GameRating]
) -> dict[str, object]:
    """Return *games* with what they were to *user*."""
    return {"games": game_rows(games, user, ratings)}


@register.simple_tag
def opening_board(board: BoardResults) -> SafeString:
    """Return a board of this size with a few marks in its middle, to tell it from others at a
    glance.
    """
    middle = board.m * (board.n // 2) + board.m // 2
    cells = (middle, middle - board.m + 1, middle + 1, middle - 1)
    return sample_board(Ruleset(board.m, board.n, max(board.m, board.n)), cells)


class GameRow(NamedTuple):
    """A game in the list of a user, from that user's side, all in words.

    *rating* is the opponent's, and *change* how the round changed the user's; each is "" where
    there is none. *how* says how the game ended, or whose turn it is to do something.
    """

    href: str
    board: str
    opponents: str
    rating: str
    size: str
    goal: str
    clock: str
    code: str  # of the result
    result: str
    how: str
    change: str
    at: str
    day: str

    @property
    def is_rated(self) -> bool:
        return bool(self.rating)

    @property
    def is_changed(self) -> bool:
        return bool(self.change)


def game_rows(
    games: Iterable[Game], user: User, ratings: Mapping[str, GameRating]
) -> list[GameRow]:
    """Return the rows of *games*, as `listed` reads them, for *user*; *ratings* are those of
    `ratings_in`.
    """
    return [_row(game, user, ratings.get(game.uid)) for game in games]


def _row(game: Game, user: User, rating: GameRating | None) -> GameRow:
    is_over = game.status == Game.Status.FINISHED
    result, at = wording.result_for(game, user), localtime(game.created_at)
    return GameRow(
        href=reverse("games:review" if is_over else "games:game", args=(game.uid,)),
        board=thumbnail(game),
        opponents=wording.opponents_text(game, user),
        rating=rating.opponent.text if rating else "",
        size=wording.size_text(game.m, game.n),
        goal=wording.goal_text(game.k),
        clock=_("played offline") if game.offline_id else wording.round_and_clock_text(game),
        code=result.code,
        result=result.label,
        how=wording.ending_text(game) if is_over else wording.turn_text(game, user),
        change=_change(rating.points) if rating and rating.points is not None else "",
        at=at.isoformat(),
        day=date_format(at),
    )


def _change(points: int) -> str:
    return render_to_string("compete/ratings/_signed.html", {"points": points})
