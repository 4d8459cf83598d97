"""Gives back what players lost to somebody who is banned, and takes it back if the ban is lifted.

A refund is how much higher a rating would be without the last rounds against the banned account:
the player's own changes computed again without these, each with the opponent as it was. Nobody
loses by it. Whoever has a provisional rating gets none, and can soon win it anew.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.calculation import DatedStrength
from games.compete.ratings.decisions import record
from games.compete.ratings.refund_points import MAX_ROUNDS, points_lost, rounds_against
from games.compete.ratings.replay import replay_user
from games.compete.ratings.rows import refund_row
from games.compete.ratings.services import hold, next_moment
from games.core.errors import GameError
from games.live.storage.database import log_errors
from games.models import Pool, Rating, RatingChange, StaffDecision
from games.play.notices.refunds import tell_of_refunds, tell_refunds_undone


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
            user__in=rounds_against(pool, banned, now).values("opponent"), pool=pool
        )
    ]
    standings = (DatedStrength(rating.strength, rating.at).at_time(now) for rating in rows)
    return sum(standing.is_provisional for standing in standings)


def _refund_in(pool: str, banned: User, now: datetime) -> list[RatingChange]:
    hold(pool)
    rounds = rounds_against(pool, banned, now)
    had = RatingChange.objects.filter(
        pool=pool, cause=RatingChange.Cause.REFUND, undone_at=None, because_of=banned
    ).values_list("user", flat=True)
    against: dict[int, list[int]] = {}
    for opponent, round in rounds.values_list("opponent", "round"):
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
    at = next_moment(rating.pool, now)
    points = points_lost(user, rating.pool, rounds, at)
    if points <= 0:
        return None
    return refund_row(user, rating.pool, banned, points, standing, at)
