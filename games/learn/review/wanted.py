"""Games that staff want graded: in the background, whenever a process is grading none.

What is wanted is stored, so a game that one server leaves unfinished is begun again by another.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.core.errors import GameError
from games.engine.analysis.grades import VERSION
from games.learn.review.grading import grading_queue
from games.learn.review.services import begin_grading
from games.live.storage import database
from games.models import WantedReview

PATIENCE = timedelta(minutes=2)  # after that a game that is still not graded is begun again
KEPT_FOR = timedelta(days=1)  # after that a game that is not graded is given up


@transaction.atomic
def want(games: Sequence[int]) -> int:
    """Have the finished games with these keys graded; return how many were not wanted yet."""
    known = wanted_of(games)
    new = [WantedReview(game_id=key) for key in games if key not in known]
    WantedReview.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def wanted_of(games: Sequence[int]) -> set[int]:
    """Return which of the games with these keys wait for their grades."""
    return set(WantedReview.objects.filter(game__in=games).values_list("game", flat=True))


async def grade_wanted(*, now: datetime) -> None:
    """Begin to grade the next game, unless this process grades one already."""
    if grading_queue().is_busy:
        return
    if uid := await database.run(_next, now):
        try:
            await begin_grading(uid)
        except GameError:  # it went away meanwhile, or the queue has filled
            return


def _next(now: datetime) -> str | None:
    """Return the uid of the game that this process is to grade: the one that was wanted first."""
    if not WantedReview.objects.exists():
        return None
    graded = Q(game__review__grader__gte=VERSION, game__review__ply=F("game__ply"))
    WantedReview.objects.filter(graded | Q(asked_at__lt=now - KEPT_FOR)).delete()
    free = WantedReview.objects.filter(Q(begun_at=None) | Q(begun_at__lt=now - PATIENCE))
    first = free.select_related("game").order_by("pk").first()
    if first is None:
        return None
    # Of several processes only one begins it.
    same = free.filter(pk=first.pk, begun_at=first.begun_at)
    return first.game.uid if same.update(begun_at=now) else None
