"""The clock of the live game."""

from __future__ import annotations

import time

from games.core.clock import Milliseconds


def utc_now() -> Milliseconds:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
