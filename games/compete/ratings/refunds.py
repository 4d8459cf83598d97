"""Gives back what players lost to somebody who is banned, and takes it back if the ban is lifted.

A refund is how much higher a rating would be without the last rounds against the banned account:
the player's own changes computed again without these, each with the opponent as it was. Nobody
loses by it. Whoever has a provisional rating gets none, and can soon win it anew.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.calculation import DatedStrength
from games.compete.ratings.decisions import record
from games.compete.ratings.replay import replay_user
from games.compete.ratings.rows import refund_row
from games.compete.ratings.services import hold, next_moment
from games.core.errors import GameError
from games.core.rating import RatedResult, Strength, updated
from games.live.storage.database import log_errors
from games.models import Pool, Rating, RatingChange, StaffDecision
from games.play.notices.refunds import tell_of_refunds, tell_refunds_undone

LOOKED_BACK = timedelta(days=30)  # before that the rating has found its place again
MAX_ROUNDS = 40  # of one opponent
MAX_POINTS = 150.0  # so that a refund is no way to gain a rating


@transaction.atomic
def refund(
    *, banned: User, staff: User | None, reason: str, now: datetime | None = None
) -> list[RatingChange]:
    """Give the opponents of *banned* back what they lost in the last days before *now*.

    Whoever has a refund for this ban gets no other; whoever gets one is told.
    Raises GameError: not_banned.
    """
    if not banned.is_banned:
        raise GameError("not_banned")
    now = now or timezone.now()
    # Pools are held in this order, also where refunds are taken back: nobody waits in a circle.
    given = [row for pool in Pool.values for row in _refund_in(pool, banned, now)]
    if given:
        points = {f"{row.pool} {row.user_id}": row.given for row in given}
        record(StaffDecision.Kind.REFUNDED, staff=staff, reason=reason, user=banned, after=points)
        tell_of_refunds(given)
    return given


@transaction.atomic
def take_back(*, banned: User, staff: User | None, reason: str) -> int:
    """Undo the refunds for the ban of *banned*; return how many there were."""
    undone = []
    for pool in Pool.values:
        hold(pool)
        rows = RatingChange.objects.filter(
            pool=pool, cause=RatingChange.Cause.REFUND, undone_at=None, because_of=banned
        ).order_by("at", "pk")
        # Asked anew each time: without one refund a later one may stand in another row.
        while row := rows.select_related("user").first():
            row.undone_at = timezone.now()
            row.save(update_fields=["undone_at"])
            replay_user(row.user, pool, row.at)
            undone.append(row)
    if undone:
        points = {f"{row.pool} {row.user_id}": row.given for row in undone}
        record(
            StaffDecision.Kind.REFUND_UNDONE, staff=staff, reason=reason, user=banned, before=points
        )
        tell_refunds_undone(undone)
    return len(undone)


def take_back_of_unbanned() -> int:
    """Undo refunds left over from bans that have been lifted; return how many there were."""
    rows = RatingChange.objects.filter(
        pool__in=Pool.values, cause=RatingChange.Cause.REFUND, undone_at=None
    ).filter(because_of__banned_at=None, because_of__deleted_at=None)
    users = User.objects.filter(pk__in=rows.order_by().values("because_of"))
    undone = 0
    for user in users:
        with log_errors("the refunds for %s are not taken back", user.pk):
            undone += take_back(banned=user, staff=None, reason=LIFTED)
    return undone


LIFTED = "The ban was lifted."


def provisional_opponents(banned: User) -> int:
    """Return how many opponents of *banned* get no refund, as their ratings say little yet."""
    now = timezone.now()
    rows = [
        rating
        for pool in Pool.values
        for rating in Rating.objects.filter(
            user__in=_rounds_of(pool, banned, now).values("opponent"), pool=pool
        )
    ]
    standings = (DatedStrength(rating.strength, rating.at).at_time(now) for rating in rows)
    return sum(standing.is_provisional for standing in standings)


def _rounds_of(pool: str, banned: User, now: datetime) -> QuerySet[RatingChange]:
    """Return the rated rounds of *banned*, along the index of their changes; a level keeps none."""
    return RatingChange.objects.filter(
        user=banned,
        pool=pool,
        undone_at=None,
        at__gt=now - LOOKED_BACK,
        cause=RatingChange.Cause.ROUND,
    )


def _refund_in(pool: str, banned: User, now: datetime) -> list[RatingChange]:
    hold(pool)
    rounds = _rounds_of(pool, banned, now)
    had = RatingChange.objects.filter(
        pool=pool, cause=RatingChange.Cause.REFUND, undone_at=None, because_of=banned
    ).values_list("user", flat=True)
    against: dict[int, list[int]] = {}
    for opponent, round in rounds.order_by("-at").values_list("opponent", "round"):
        against.setdefault(opponent, []).append(round)
    for done in had:
        against.pop(done, None)
    ratings = Rating.objects.filter(user__in=against, pool=pool).select_related("user")
    given = []
    for rating in ratings.order_by("user"):
        row = _refund_of(rating, set(against[rating.user_id][:MAX_ROUNDS]), banned, now)
        if row:
            row.save()
            Rating.objects.filter(pk=rating.pk).update(rating=row.rating_after)
            given.append(row)
    return given


def _refund_of(
    rating: Rating, rounds: set[int], banned: User, now: datetime
) -> RatingChange | None:
    user, standing = rating.user, DatedStrength(rating.strength, rating.at)
    if standing.at_time(now).is_provisional or user.is_banned:
        return None
    points = min(MAX_POINTS, _without(rating, rounds).rating - rating.rating)
    if points <= 0:
        return None
    at = next_moment(rating.pool, now)
    return refund_row(user, rating.pool, banned, points, standing, at)


def _without(rating: Rating, rounds: set[int]) -> Strength:
    """Return what the strength of *rating*'s user would be without *rounds*."""
    own = RatingChange.objects.filter(user=rating.user_id, pool=rating.pool, undone_at=None)
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
