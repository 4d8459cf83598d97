"""What a server process does again and again by itself, and removes once an hour.

A capability says it in its module `upkeep.py`, as WORK and REMOVALS, which `games/upkeep/` finds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone

from games.live.storage import database

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Work = Callable[[], Awaitable[object]]


class RegularWork(NamedTuple):
    """Some *work*, and how many *seconds* after it has ended it is done again.

    What it raises is logged, and stops no other work.
    """

    work: Work
    seconds: float


def at_this_time(work: Callable[..., Awaitable[object]]) -> Work:
    """Return work that calls *work* with the present time as *now*."""

    async def call() -> object:
        return await work(now=timezone.now())

    return call


def in_own_thread(work: Callable[[], object]) -> Work:
    """Return work that does *work* in a thread for which nothing else waits."""

    async def aside() -> object:
        return await database.run_in_own_thread(work)

    return aside


class Removal(NamedTuple):
    """One kind of thing to remove because nobody comes back to it.

    *some* is called with the present time, removes a few, and returns how many; 0 ends it. One
    that *is_last* comes after all others.
    """

    label: StrOrPromise
    some: Callable[[datetime], Awaitable[int]]
    is_last: bool = False
