"""Rates, annuls and restores rounds. Ratings are always what the rounds that count come to.

One transaction at a time, across all processes, changes the ratings of a pool, so the order of
rounds is their order in time and a replay meets them as they were.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.calculation import Change, DatedStrength, changes_of_both
from games.compete.ratings.conditions import why_unrated
from games.compete.ratings.decisions import record
from games.compete.ratings.levels import level_standing
from games.compete.ratings.refund_points import recount
from games.compete.ratings.replay import replay
from games.compete.ratings.rows import change_row, result_of
from games.core.errors import GameError
from games.models import Lock, Rating, RatingChange, Round, StaffDecision
from games.play.notices.decisions import store_for_players

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
    round.rated_at = next_moment(round.pool, now)
    for user, change in zip(round.players, _changes(round), strict=True):
        if not user.is_engine:
            _keep(round, user, change)


@transaction.atomic
def annul(*, uid: str, by: User | None, reason: str) -> Round:
    """Let a round that is over count no more: all ratings become what they are without it.

    *by* is None where that follows from something else. A second call does nothing.
    Raises GameError: no_such_round, round_not_over.
    """
    return _set_annulled(uid, True, by, reason)


@transaction.atomic
def restore(*, uid: str, by: User | None, reason: str) -> Round:
    """Let an annulled round count again, at its place.

    A second call does nothing. Raises GameError: no_such_round, round_not_over.
    """
    return _set_annulled(uid, False, by, reason)


def _set_annulled(uid: str, is_annulled: bool, by: User | None, reason: str) -> Round:
    round = _lock(uid)
    if not round.is_over:
        raise GameError("round_not_over")
    if is_annulled == (round.annulled_at is not None):
        return round
    before = ratings_of_players(round)
    round.annulled_at = timezone.now() if is_annulled else None
    round.annulled_by = by if is_annulled else None
    round.save(update_fields=["annulled_at", "annulled_by"])
    if round.rated_at:
        _count_again(round)
    kinds = StaffDecision.Kind
    decision = record(
        kinds.ANNULLED if is_annulled else kinds.RESTORED,
        staff=by,
        reason=reason,
        uid=uid,
        pool=round.pool,
        before=before,
        after=ratings_of_players(round),
    )
    store_for_players(decision, round.players)
    return round


def ratings_of_players(round: Round) -> dict[str, float]:
    """Return the ratings of a round's players, for the log: by their keys, since names change."""
    rows = Rating.objects.filter(user__in=round.players, pool=round.pool)
    return {str(row.user_id): row.rating for row in rows}


def rerate(*, round: Round) -> None:
    """Let a rated round count as its games are now, instead of as they were when it was rated."""
    hold(round.pool)
    _count_again(round)


def _count_again(round: Round) -> None:
    replay(round)
    # After it: what a refund is given for may have been this round, which now costs nothing.
    recount(round)


def hold(pool: str) -> None:
    """Be the only one to change ratings of *pool* until the transaction ends."""
    Lock.hold(f"ratings {pool}")


def next_moment(pool: str, now: datetime) -> datetime:
    """Return *now*, but after all that has happened in *pool*: clocks of processes may differ.

    The caller holds the pool.
    """
    rounds = Round.objects.filter(pool=pool, rated_at__isnull=False).order_by("-rated_at")
    refunds = RatingChange.objects.filter(
        pool=pool, cause=RatingChange.Cause.REFUND, undone_at=None
    ).order_by("-at")
    last = rounds.values_list("rated_at", flat=True).first()
    given = refunds.values_list("at", flat=True).first()
    return max([now, *(at + TICK for at in (last, given) if at)])


def _changes(round: Round) -> tuple[Change, Change]:
    first, second = (_standing(player, round.pool) for player in round.players)
    return changes_of_both(first, second, result_of(round))


def _standing(user: User, pool: str) -> DatedStrength:
    if user.is_engine:
        return level_standing(user.username, pool)
    found = Rating.objects.filter(user=user, pool=pool).first()
    return DatedStrength(found.strength, found.at) if found else DatedStrength()


def _keep(round: Round, user: User, change: Change) -> None:
    """Write what the *round* made of *user*'s rating."""
    rating, _ = Rating.objects.get_or_create(
        user=user, pool=round.pool, defaults={"of_bot": user.is_bot}
    )
    own = RatingChange.objects.filter(user=user, pool=round.pool, undone_at=None)
    # Asked before the change is written, which is with this opponent, too.
    has_met = own.filter(opponent=round.opponent_of(user)).exists()
    rating.strength, rating.at = change.after, round.rated_at
    rating.rounds, rating.opponents = rating.rounds + 1, rating.opponents + (not has_met)
    rating.save()
    change_row(round, user, change).save()


def _lock(uid: str) -> Round:
    round = Round.objects.select_for_update(of=("self",)).filter(uid=uid).first()
    if round is None:
        raise GameError("no_such_round")
    hold(round.pool)
    return round
