"""Ratings in lists of somebody's games: the opponent's as it was, and what the round changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from games.compete.ratings.pages.showing import ShownRating, shown_rating
from games.core.rating import Strength
from games.models import Game, RatingChange


@dataclass(frozen=True, slots=True)
class GameRating:
    """The *opponent* as rated then, and the round's *points*: None but at its last game."""

    opponent: ShownRating
    points: int | None


def ratings_in(games: Iterable[Game], user: User) -> dict[str, GameRating]:
    """Return what *games* of rounds did to *user*'s rating, by their uids. One query at most."""
    of_rounds = [game for game in games if game.is_of_round]
    if not of_rounds:
        return {}
    standing = RatingChange.objects.filter(user=user, undone_at=None).order_by()
    rows = standing.filter(round__uid__in={game.series for game in of_rounds}).values_list(
        "round__uid",
        "round__second_game__uid",
        "opponent_rating",
        "opponent_deviation",
        "rating_before",
        "rating_after",
    )
    found = {row[0]: row[1:] for row in rows}
    return {
        game.uid: _rating_in(game, *found[game.series])
        for game in of_rounds
        if game.series in found
    }


def _rating_in(
    game: Game,
    second: str | None,
    rating: float | None,
    deviation: float | None,
    before: float,
    after: float,
) -> GameRating:
    # The change of a round has both.
    assert rating is not None
    assert deviation is not None
    is_last = game.uid == (second or game.series)
    opponent = shown_rating(Strength(rating, deviation))
    return GameRating(opponent, round(after) - round(before) if is_last else None)
