"""Rating rounds, and taking that back: what stands is always what the rounds that count come to.

All of a pool's ratings are changed by one at a time, across all processes, so the order of rounds
is their order in time and a replay meets them as they were.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.models import Lock, Rating, RatingChange, Round
from games.ratings.calculation import Change, Standing, changes
from games.ratings.conditions import why_unrated
from games.ratings.levels import level_standing
from games.ratings.replay import replay
from games.ratings.rows import change_row, result_of

TICK = timedelta(microseconds=1)


@transaction.atomic
def rate(*, round: Round, now: datetime | None = None) -> None:
    """Let *round*, which has just ended, change the ratings of its players, if it counts.

    Else it keeps the code of why it does not. The caller saves *round*.
    """
    if not round.pool:
        return
    now = now or timezone.now()
    hold(round.pool)  # before anything is counted that another round could count, too
    round.unrated_because = why_unrated(round, now)
    if round.unrated_because:
        return
    round.rated_at = _next_moment(round.pool, now)
    for user, change in zip(round.players, _changes(round), strict=True):
        if not user.is_engine:
            _keep(round, user, change)


@transaction.atomic
def annul(*, uid: str, by: User | None) -> Round:
    """Let a rated round count no more: all ratings become what they are without it.

    Again it does nothing. Raises GameError: no_such_round, not_rated.
    """
    round = _locked(uid)
    if round.rated_at is None:
        raise GameError("not_rated")
    if round.annulled_at is None:
        round.annulled_at, round.annulled_by = timezone.now(), by
        round.save(update_fields=["annulled_at", "annulled_by"])
        replay(round)
    return round


@transaction.atomic
def restore(*, uid: str) -> Round:
    """Let an annulled round count again, at its place.

    Again it does nothing. Raises GameError: no_such_round, not_rated.
    """
    round = _locked(uid)
    if round.rated_at is None:
        raise GameError("not_rated")
    if round.annulled_at is not None:
        round.annulled_at = round.annulled_by = None
        round.save(update_fields=["annulled_at", "annulled_by"])
        replay(round)
    return round


def rerate(*, round: Round) -> None:
    """Let a rated round count with another result than the one it was rated with."""
    hold(round.pool)
    replay(round)


def hold(pool: str) -> None:
    """Be the only one to change ratings of *pool* until the transaction ends."""
    Lock.hold(f"ratings {pool}")


def _changes(round: Round) -> tuple[Change, Change]:
    first, second = (_standing(player, round.pool) for player in round.players)
    return changes(first, second, result_of(round))


def _standing(user: User, pool: str) -> Standing:
    if user.is_engine:
        return level_standing(user.username, pool)
    found = Rating.objects.filter(user=user, pool=pool).first()
    return Standing(found.strength, found.at) if found else Standing()


def _keep(round: Round, user: User, change: Change) -> None:
    """Write what the *round* made of *user*'s rating."""
    rating, _ = Rating.objects.get_or_create(
        user=user, pool=round.pool, defaults={"of_bot": user.is_bot}
    )
    own = RatingChange.objects.filter(user=user, pool=round.pool, undone_at=None)
    has_met = own.filter(opponent=round.opponent_of(user)).exists()
    rating.strength, rating.at = change.after, round.rated_at
    rating.rounds, rating.opponents = rating.rounds + 1, rating.opponents + (not has_met)
    rating.save()
    change_row(round, user, change).save()


def _next_moment(pool: str, now: datetime) -> datetime:
    """*now*, but after the last round of *pool*: clocks of processes may differ."""
    last = Round.objects.filter(pool=pool, rated_at__isnull=False).order_by("-rated_at").first()
    return max(now, last.rated_at + TICK) if last and last.rated_at else now


def _locked(uid: str) -> Round:
    round = Round.objects.select_for_update(of=("self",)).filter(uid=uid).first()
    if round is None:
        raise GameError("no_such_round")
    hold(round.pool)
    return round
