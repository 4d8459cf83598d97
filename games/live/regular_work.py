"""What a server process does regularly by itself, and what it clears away once an hour.

A capability, which is a folder of a wing, declares it in its module `upkeep.py` as WORK and
REMOVALS. `games/upkeep/` finds these modules, and runs what they declare.
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
    """*work* that is done again and again, with a pause of so many *seconds* between.

    If it fails, it is done again after the pause; errors other than Unavailable are logged.
    """

    work: Work
    seconds: float


def at_this_time(work: Callable[..., Awaitable[object]]) -> Work:
    """Return work that calls *work* with the time at which it begins as *now*."""

    async def call() -> object:
        return await work(now=timezone.now())

    return call


def in_own_thread(work: Callable[[], object]) -> Work:
    """Return work that does *work* in a thread other than the one that serves the rooms."""

    async def aside() -> object:
        return await database.run_in_own_thread(work)

    return aside


class Removal(NamedTuple):
    """One kind of thing to clear away once an hour: to remove, or to end.

    *some* is called with the present time, clears away a few, and returns how many. It is called
    until it returns 0. One that *is_last* comes after all others.
    """

    label: StrOrPromise
    some: Callable[[datetime], Awaitable[int]]
    is_last: bool = False
