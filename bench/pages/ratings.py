"""Rated rounds in a database: two rounds for every five of its games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from bench.pages import bulk
from games.models import PuzzleRating, Rating, RatingChange, Round
from games.models.competing.rating import LISTED_FOR
from tictactoe_site.common.uids import new_uid

POOL = "fours"
GAMES_A_TWO_ROUNDS = 5  # games of all kinds
ROUNDS_A_USER = 10
LISTED_EVERY = 4  # of those who are rated
ROUNDS_OF_MOST_ACTIVE_EVERY = 100  # rounds are the most active user's
AT_ONCE = 20_000  # rounds
PAST = timedelta(days=700)


def add_ratings(games: int, users: list[int], now: datetime) -> None:
    """Add rounds of two games each, their changes, and the ratings of *users* who played."""
    rounds = games * 2 // GAMES_A_TWO_ROUNDS
    rated = users[: max(20, min(len(users) - 1, rounds // ROUNDS_A_USER))]
    for start in range(0, rounds, AT_ONCE):
        numbers = range(start, min(rounds, start + AT_ONCE))
        bulk.insert_with_defaults(Round, (_round(i, rounds, rated, now) for i in numbers))
        bulk.insert_with_defaults(
            RatingChange, (row for i in numbers for row in _changes(i, rounds, rated, now))
        )
    bulk.insert_with_defaults(Rating, (_rating(i, user, now) for i, user in enumerate(rated)))
    bulk.insert_with_defaults(
        PuzzleRating, (_puzzles(i, user, now) for i, user in enumerate(rated))
    )


def _pair(number: int, rated: list[int]) -> tuple[int, int]:
    one = 0 if number % ROUNDS_OF_MOST_ACTIVE_EVERY == 0 else number % len(rated)
    return rated[one], rated[(one + 1 + number % 7) % len(rated)]


def _at(number: int, rounds: int, now: datetime) -> datetime:
    return now - PAST * (1 - number / rounds)


def _round(number: int, rounds: int, rated: list[int], now: datetime) -> dict[str, Any]:
    first, second = _pair(number, rated)
    at = _at(number, rounds, now)
    return {
        "id": number + 1,
        "uid": new_uid(),
        "pool": POOL,
        "m": 6,
        "n": 6,
        "k": 4,
        "control": "120+2",
        "opening": "[]",
        "first_id": first,
        "second_id": second,
        "state": "over",
        "halves": number % 5,
        "first_game_id": 2 * number + 1,
        "second_game_id": 2 * number + 2,
        "begun_at": at,
        "over_at": at,
        "rated_at": at,
    }


def _changes(number: int, rounds: int, rated: list[int], now: datetime) -> Iterator[dict[str, Any]]:
    pair = _pair(number, rated)
    score = number % 5 / 4
    for user, other, own in ((*pair, score), (*pair[::-1], 1.0 - score)):
        yield {
            "user_id": user,
            "opponent_id": other,
            "pool": POOL,
            "round_id": number + 1,
            "score": own,
            "rating_before": 1600.0,
            "rating_after": 1600.0 + 20 * (own - 0.5),
            "deviation_before": 62.0,
            "deviation_after": 60.0,
            "opponent_rating": 1600.0,
            "volatility_before": 0.06,
            "volatility_after": 0.06,
            "opponent_deviation": 60.0,
            "at": _at(number, rounds, now),
        }


def _standing(place: int, now: datetime) -> tuple[float, datetime]:
    """Return a rating and the time of its last change, for some too long ago to be listed."""
    is_listed = place % LISTED_EVERY == 0
    return 1000.0 + place * 7 % 1400, now - LISTED_FOR * (0.5 if is_listed else 2)


def _rating(place: int, user: int, now: datetime) -> dict[str, Any]:
    rating, at = _standing(place, now)
    return {
        "user_id": user,
        "pool": POOL,
        "rating": rating,
        "deviation": 60.0,
        "at": at,
        "volatility": 0.06,
        "rounds": 40,
        "opponents": 7,
    }


def _puzzles(place: int, user: int, now: datetime) -> dict[str, Any]:
    rating, at = _standing(place, now)
    return {"user_id": user, "rating": rating, "deviation": 60.0, "rated_at": at, "plays": 40}
