"""How many points a refund gives: as many as the rounds against a banned account have cost.

It gives no others than these: once one of the rounds counts no more, or counts otherwise, a refund
is given anew.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.calculation import DatedStrength
from games.compete.ratings.replay import replay_user
from games.compete.ratings.rows import refund_row
from games.core.rating import RatedResult, Strength, updated
from games.models import RatingChange, Round

LOOKED_BACK = timedelta(days=30)  # before that the rating has found its place again
MAX_ROUNDS = 40  # of one opponent
MAX_POINTS = 150.0  # so that a refund is no way to gain a rating


def rounds_against(pool: str, banned: User, now: datetime) -> QuerySet[RatingChange]:
    """Return the rated rounds of *banned* in the last days before *now*, the latest first.

    They are read along the index of *banned*'s changes; a level keeps none.
    """
    return RatingChange.objects.filter(
        user=banned,
        pool=pool,
        undone_at=None,
        at__gt=now - LOOKED_BACK,
        cause=RatingChange.Cause.ROUND,
    ).order_by("-at")


def points_lost(user: User, pool: str, rounds: Collection[int], until: datetime) -> float:
    """Return how much higher *user*'s rating would be without *rounds*, MAX_POINTS at most.

    Only what had happened *until* then is looked at.
    """
    own = _changes_of(user, pool, until)
    return min(MAX_POINTS, _without(own, rounds).rating - _strength(own).rating)


def recount(round: Round) -> None:
    """Give the refunds anew for which *round*, which has been changed, was looked at.

    The caller holds the pool, and has computed again what follows from the round.
    """
    for banned in round.players:
        refund = _refund_for(round, banned)
        if refund:
            _give_anew(refund)


def _refund_for(round: Round, banned: User) -> RatingChange | None:
    """Return the refund for the present ban of *banned* that *round* is part of.

    It may be undone, where none of its rounds had cost anything any more.
    """
    if banned.banned_at is None or round.rated_at is None:
        return None
    refunds = RatingChange.objects.filter(
        user=round.opponent_of(banned),
        pool=round.pool,
        cause=RatingChange.Cause.REFUND,
        because_of=banned,
        at__gte=banned.banned_at,
        at__gt=round.rated_at,
        at__lt=round.rated_at + LOOKED_BACK,
    )
    return refunds.order_by(F("undone_at").desc(nulls_first=True), "-pk").first()


def _give_anew(refund: RatingChange) -> None:
    user, pool, banned = refund.user, refund.pool, refund.because_of
    assert banned is not None  # by a constraint
    lost = rounds_against(pool, banned, refund.at).filter(opponent=user, at__lt=refund.at)
    rounds = list(lost.values_list("round", flat=True)[:MAX_ROUNDS])
    points = points_lost(user, pool, rounds, refund.at) if rounds else 0.0
    if refund.undone_at is None:
        if points == refund.given:
            return
        refund.undone_at = timezone.now()
        refund.save(update_fields=["undone_at"])
    if points > 0:
        standing = DatedStrength(_strength(_changes_of(user, pool, refund.at)))
        refund_row(user, pool, banned, points, standing, refund.at).save()
    replay_user(user, pool, refund.at)


def _changes_of(user: User, pool: str, until: datetime) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(user=user, pool=pool, undone_at=None, at__lt=until)


def _strength(own: QuerySet[RatingChange]) -> Strength:
    """Return the strength after the last of *own* changes."""
    last = own.order_by("-at", "-pk").first()
    return last.after if last else Strength()


def _without(own: QuerySet[RatingChange], rounds: Collection[int]) -> Strength:
    """Return the strength that somebody's *own* changes come to without *rounds*."""
    first = own.filter(round__in=rounds).earliest("at")
    earlier = own.filter(at__lt=first.at).order_by("-at", "-pk")
    last = earlier.first()
    last_round = earlier.filter(cause=RatingChange.Cause.ROUND).first()
    standing = DatedStrength(last.after, last_round.at) if last and last_round else DatedStrength()
    for row in own.filter(at__gte=first.at).order_by("at", "pk"):
        if row.round_id not in rounds:
            standing = _after(standing, row)
    return standing.strength


def _after(standing: DatedStrength, row: RatingChange) -> DatedStrength:
    if row.given is not None:
        strength = standing.strength
        raised = Strength(strength.rating + row.given, strength.deviation, strength.volatility)
        return DatedStrength(raised, standing.at)
    assert row.score is not None
    assert row.opponent_rating is not None
    assert row.opponent_deviation is not None
    opponent = Strength(row.opponent_rating, row.opponent_deviation)
    return DatedStrength(
        updated(standing.at_time(row.at), [RatedResult(opponent, row.score, row.weight)]), row.at
    )
