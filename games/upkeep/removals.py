"""What the site removes because nobody comes back to it: each hour, or by `manage.py tidy`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from games.live.storage.isolation import log_errors
from games.upkeep import capabilities


async def remove_what_is_left(*, now: datetime) -> dict[str, int]:
    """Remove everything of every kind; return how many there were by the kind's label.

    One kind that fails is logged, is missing in the result, and cannot stop the next. Raises
    Unavailable.
    """
    removed = {}
    for label, some, _ in capabilities.removals():
        with log_errors("upkeep failed: %s", label):
            removed[str(label)] = await _all(some, now)
    return removed


async def _all(some: Callable[[datetime], Awaitable[int]], now: datetime) -> int:
    count = 0
    while few := await some(now):
        count += few
    return count
