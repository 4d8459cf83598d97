"""Converts times: the core counts milliseconds, the database keeps timestamps."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from games.core.clock import Milliseconds

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def moment(at: Milliseconds) -> datetime:
    """The core's milliseconds as the database's time."""
    return EPOCH + at * MILLISECOND


def milliseconds(at: datetime) -> Milliseconds:
    """The reverse of `moment`."""
    return (at - EPOCH) // MILLISECOND


def utc_now() -> Milliseconds:
    """The clock of the live game: milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
