"""Tells players that they were given points back, or lost them again; once, until they dismiss it.

A notice is stored with what it tells of, so no process that dies loses it or tells it twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction

from accounts.models import User
from games.models import RatingChange, RefundNotice
from games.play.notices.services import tell_what_waits


def tell_of_refunds(given: Iterable[RatingChange]) -> None:
    """Tell whoever was *given* points, in the transaction that gives them."""
    _tell([_notice(change) for change in given if change.points])


def tell_refunds_undone(undone: Iterable[RatingChange]) -> None:
    """Tell whoever lost their points again, in the transaction that takes them.

    Whoever has not read of the refund yet is told of neither.
    """
    notices = []
    for change in undone:
        told = _notice(change)
        unread = RefundNotice.objects.filter(
            user=told.user, pool=told.pool, because_of=told.because_of, is_undone=False
        )
        if not unread.delete()[0] and told.points:
            told.is_undone = True
            notices.append(told)
    _tell(notices)


def dismiss(*, user: User, uid: str) -> None:
    """Show a notice no longer. Nothing happens if *user* has none of that name."""
    RefundNotice.objects.filter(user=user, uid=uid).delete()


def _notice(change: RatingChange) -> RefundNotice:
    return RefundNotice(
        user=change.user,
        pool=change.pool,
        points=change.points,
        because_of=change.because_of,
    )


def _tell(notices: list[RefundNotice]) -> None:
    told = RefundNotice.objects.bulk_create(one for one in notices if one.user.is_active)
    for user_id in {notice.user_id for notice in told}:
        show = partial(async_to_sync(tell_what_waits), user_id)
        transaction.on_commit(show, robust=True)  # whoever does not hear finds it on the next page
