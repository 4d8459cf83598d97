"""When what happens in an arena."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.core.clock import parse_time_control
from games.models import Tournament

PRESENT_FOR = timedelta(seconds=25)  # after a connection was last seen; it is noted every 8 s
LAST_MINUTES = timedelta(minutes=2)  # or one player's time for one game, if that is more
LAST_PART = 4  # but no more than this part of the arena
PATIENCE = timedelta(minutes=10)  # until an arena to which nobody comes is called off


def last_pairing_at(tournament: Tournament) -> datetime:
    """From when on no more rounds begin: they would hardly be over in time."""
    assert tournament.ends_at
    clock = timedelta(milliseconds=parse_time_control(tournament.control).initial_ms)
    a_part = timedelta(minutes=tournament.minutes) / LAST_PART
    return tournament.ends_at - min(max(LAST_MINUTES, clock), a_part)
