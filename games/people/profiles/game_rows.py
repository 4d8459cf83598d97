"""Somebody's games as the rows of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from games.board.tags import thumbnail
from games.compete.ratings.pages.games import GameRating
from games.models import Game
from games.text import wording


class GameRow(NamedTuple):
    """A game with what it was to whose list it is, all in words.

    *rating* is the opponent's and *change* what the round made of the own one, each empty where
    there is none. *how* it ended, or who has to do something.
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
    """Return *games* as `listed` reads them and *ratings* as `ratings_in` does, as *user* played
    them.
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
