"""Columns of Game: which of them a list reads, and how the core's values become the database's.

The core counts milliseconds, the database keeps timestamps. The columns of Game that describe a
match could be worked out from its moves and its log; they are stored so that nobody has to.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from games.core.clock import Milliseconds
from games.core.events import Status
from games.core.match import Match

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


# What a list reads of each game, its players and whoever is invited.
LISTED = (
    "uid",
    "m",
    "n",
    "k",
    "opponent",
    "control",
    "first",
    "status",
    "ply",
    "outcome",
    "termination",
    "deadline",
    "created_at",
    "x_symbol",
    "o_symbol",
    "x_colour",
    "o_colour",
    "x_name",
    "o_name",
    "x_player",
    "o_player",
    "series",
    "best_of",
    "offline_id",
    "x_player__username",
    "x_player__kind",
    "o_player__username",
    "o_player__kind",
    "invited",
    "invited__username",
    "invited__kind",
)


def moment(at: Milliseconds) -> datetime:
    """Return the core's time, milliseconds since the epoch, as the database's."""
    return EPOCH + at * MILLISECOND


def milliseconds(at: datetime) -> Milliseconds:
    """Return the database's time as the core's: the inverse of `moment`."""
    return (at - EPOCH) // MILLISECOND


def utc_now() -> Milliseconds:
    """Return the time now, as live games count it: milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def turn_columns(match: Match) -> dict[str, Any]:
    """Return the columns of Game that a move changes, as *match* has them.

    The others are left out, because a database may update every index that has a column which is
    set, even to its old value.
    """
    clock, deadline = match.clock, match.clock.deadline
    timed = not clock.control.is_unlimited
    return {
        "ply": match.ply,
        "version": match.version,
        "offer_what": match.offer.what.value if match.offer else "",
        "offer_by": match.offer.by.value if match.offer else "",
        "x_ms": clock.x_ms if timed else None,
        "o_ms": clock.o_ms if timed else None,
        "turn_at": moment(clock.since) if clock.running else None,
        "deadline": moment(deadline) if deadline is not None else None,
    }


def match_columns(match: Match) -> dict[str, Any]:
    """Return all columns of Game that follow from *match*."""
    has_begun = match.x_player is not None and match.o_player is not None
    return {
        **turn_columns(match),
        "status": match.status.value,
        "x_player_id": match.x_player,
        "o_player_id": match.o_player,
        "x_taken_back": match.x_taken_back,
        "o_taken_back": match.o_taken_back,
        "swapped": match.swapped,
        "next_uid": match.next,
        "outcome": match.outcome.value,
        "termination": match.termination.value,
        "started_at": moment(match.started_at) if has_begun else None,
        "ended_at": moment(match.ended_at) if match.status is Status.FINISHED else None,
        "flagged": match.flagged,
    }
