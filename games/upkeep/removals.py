"""What the site removes because nobody comes back to it: each hour, or by `manage.py tidy`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.compete.ratings.networks import forget_networks
from games.compete.ratings.refunds import take_back_of_unbanned
from games.compete.rounds import seeks
from games.learn.proofs.store import remove_surplus
from games.learn.puzzles.duel.services import end_overdue as end_overdue_duels
from games.live.storage import database
from games.live.storage.isolation import log_errors
from games.people.moderation.removal import remove_ended_sessions, remove_unplayed
from games.programs.lab.services import end_overdue
from games.programs.workshops.removal import close_overdue, remove_old

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Removal(NamedTuple):
    """One kind of thing to remove. *some* removes a few and returns how many; 0 ends it."""

    label: StrOrPromise
    some: Callable[[datetime], Awaitable[int]]


REMOVALS = (
    Removal(_("Unplayed games removed"), lambda now: remove_unplayed(now=now)),
    Removal(_("Overdue workshops closed"), lambda now: close_overdue(now=now)),
    Removal(_("Old workshops removed"), lambda now: remove_old(now=now)),
    Removal(_("Abandoned lab runs ended"), lambda now: database.run(end_overdue, now=now)),
    Removal(
        _("Old duels settled or removed"), lambda now: database.run(end_overdue_duels, now=now)
    ),
    Removal(_("Old seeks removed"), lambda now: database.run(seeks.forget_old, now=now)),
    Removal(_("Surplus proofs removed"), lambda now: database.run(remove_surplus)),
    Removal(_("Old network codes removed"), lambda now: database.run(forget_networks, now=now)),
    Removal(
        _("Refunds for lifted bans undone"),
        lambda now: database.run_in_own_thread(take_back_of_unbanned),
    ),
    # Last, because a guest whose games are gone may leave nothing behind.
    Removal(_("Ended sessions removed"), lambda now: remove_ended_sessions(now=now)),
)


async def remove_what_is_left(*, now: datetime) -> dict[str, int]:
    """Remove everything of every kind; return how many there were by the kind's label.

    One kind that fails is logged, is missing in the result, and cannot stop the next. Raises
    Unavailable.
    """
    removed = {}
    for label, some in REMOVALS:
        with log_errors("upkeep failed: %s", label):
            removed[str(label)] = await _all(some, now)
    return removed


async def _all(some: Callable[[datetime], Awaitable[int]], now: datetime) -> int:
    count = 0
    while few := await some(now):
        count += few
    return count
