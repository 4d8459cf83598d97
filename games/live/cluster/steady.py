"""The clock by which absences are measured: the time of day may jump, this one never does."""

from __future__ import annotations

import time

from games.core.clock import Milliseconds


def steady_now() -> Milliseconds:
    """Return the milliseconds since a moment that is the same for the whole process."""
    return time.monotonic_ns() // 1_000_000
