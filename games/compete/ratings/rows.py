"""Turns rows of rounds into values of the calculation, and these into rows of changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from accounts.models import User
from games.compete.ratings.calculation import Change, DatedStrength, RoundResult
from games.compete.ratings.conditions import unplayed_scores
from games.models import HALVES, RatingChange, Round

WEIGHT_OF_LEVELS = 0.5  # a round against the computer says less: its weaknesses can be learned


def result_of(round: Round) -> RoundResult:
    """Return the *round*, which is over and rated, as the calculation takes it."""
    assert round.halves is not None
    assert round.rated_at is not None
    against_level = any(player.is_engine for player in round.players)
    return RoundResult(
        round.halves / HALVES,
        round.rated_at,
        weight=WEIGHT_OF_LEVELS if against_level else 1.0,
        unplayed=unplayed_scores(round),
    )


def change_row(round: Round, user: User, change: Change) -> RatingChange:
    """Return the row that keeps what the *round* made of *user*'s rating; it is not stored."""
    assert round.rated_at is not None
    row = RatingChange(
        user=user,
        pool=round.pool,
        round=round,
        opponent=round.opponent_of(user),
        score=change.score,
        weight=change.weight,
        opponent_rating=change.opponent.rating,
        opponent_deviation=change.opponent.deviation,
        at=round.rated_at,
    )
    row.before, row.after = change.before, change.after
    return row


def refund_row(
    user: User, pool: str, banned: User, given: float, standing: DatedStrength, at: datetime
) -> RatingChange:
    """Return the row that keeps that *user* is *given* points for the ban of *banned*; it is not
    stored.

    What a refund gives stays the same, whatever it is added to.
    """
    row = RatingChange(
        user=user,
        pool=pool,
        cause=RatingChange.Cause.REFUND,
        because_of=banned,
        given=given,
        at=at,
    )
    strength = standing.strength
    row.before, row.after = strength, replace(strength, rating=strength.rating + given)
    return row


def is_same(row: RatingChange, change: Change) -> bool:
    """Return whether *row* keeps exactly *change*."""
    opponent = change.opponent
    return (row.before, row.after, row.score, row.weight) == (
        change.before,
        change.after,
        change.score,
        change.weight,
    ) and (row.opponent_rating, row.opponent_deviation) == (opponent.rating, opponent.deviation)
