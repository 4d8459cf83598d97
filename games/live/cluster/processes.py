"""Which server processes live, as this one sees it.

Each has a row, in which it writes the time every second, and a number by which games say who has
them. A row that has stayed as it is for SILENCE belongs to a process that hangs, was killed, or has
lost the database: it is silent. Spans are measured by the monotonic clock of whoever looks. No
process compares its own time of day with another's, so these may differ, and jump.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic, monotonic_ns

from django.conf import settings

from games.core.clock import Milliseconds
from games.models import ServerProcess, milliseconds
from games.models.columns import MILLISECOND

SILENCE = timedelta(seconds=3)  # two heartbeats are missing
# How long a silent process may still come back, unless its successor is there sooner.
MAX_SILENCE = timedelta(minutes=5)


def steady_now() -> Milliseconds:
    """Return the milliseconds since a moment that is the same for the whole process.

    Absences are measured by this clock: the time of day may jump, this one never does.
    """
    return monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Sighting:
    """What another process's row says, and since when by the monotonic clock."""

    at: datetime
    since: float

    @property
    def silence(self) -> timedelta:
        return timedelta(seconds=monotonic() - self.since)


@dataclass(slots=True)
class Processes:
    """This process among the others."""

    is_server: bool = False  # commands and tests read games, too
    number: int | None = None  # of our row
    at: datetime | None = None  # what our row says
    since: float = 0.0  # the same moment by the monotonic clock
    # When clocks were last known to be right here; None while they are not.
    settled_at: Milliseconds | None = None
    has_failed: bool = False  # the database, since our last heartbeat
    others: Mapping[int, Sighting] = field(default_factory=dict)

    # This process.

    def is_unsettled(self, now: Milliseconds) -> bool:
        """Return whether this process must read a game before it decides anything in it.

        That is so while it may have been away: other processes may have gone on with the game.
        """
        if not self.is_server:
            return False
        if self.settled_at is None or self.has_failed:
            return True
        return now - self.settled_at >= SILENCE // MILLISECOND

    def was_away(self, now: datetime) -> bool:
        """Return whether this process hung, slept, or could not reach the database since `at`.

        A time of day that has jumped ahead counts as well: deadlines have passed, and nobody could
        move in what was skipped.
        """
        if self.at is None or self.has_failed or now - self.at >= SILENCE:
            return True
        return monotonic() - self.since >= SILENCE.total_seconds()

    def note(self, number: int, at: datetime, since: float) -> None:
        """Note our row: its number, its time, and that moment (*since*) by the monotonic clock."""
        self.number, self.at, self.since = number, at, since

    def settle(self) -> None:
        """Note that the clocks of this process's games are right."""
        self.settled_at = milliseconds(self.expected_now())

    def expected_now(self) -> datetime:
        """Return what the time of day is if it has not jumped since `at`.

        If it has, the next heartbeat finds the jump, and nothing may be decided before that: the
        new time must not pass for one at which clocks were right.
        """
        assert self.at is not None
        return self.at + timedelta(seconds=monotonic() - self.since)

    # The others.

    def look(self, now: datetime) -> None:
        """Read the rows of the others."""
        rows = ServerProcess.objects.values_list("pk", "at")
        self.others = {pk: self._sighting(pk, at, now) for pk, at in rows if pk != self.number}

    def _sighting(self, number: int, at: datetime, now: datetime) -> Sighting:
        known = self.others.get(number)
        if known is None:
            # When a row is seen for the first time, nothing but itself says how old it is.
            return Sighting(at, monotonic() - max(0.0, (now - at).total_seconds()))
        return known if known.at == at else Sighting(at, monotonic())

    def forget_silences(self) -> None:
        """Believe that the others live: this process was away, and has not seen what they wrote."""
        self.others = {pk: Sighting(seen.at, monotonic()) for pk, seen in self.others.items()}

    def silent(self) -> dict[int, datetime]:
        """Return the numbers of the others that are silent, with their last heartbeats."""
        return {pk: seen.at for pk, seen in self.others.items() if seen.silence >= SILENCE}

    def living(self) -> int:
        """Return how many processes live, this one among them."""
        return 1 + len(self.others) - len(self.silent())

    def given_up(self) -> dict[int, datetime]:
        """Return those silent processes that are not expected back, with their last heartbeats.

        As many processes as there should be live without them, or they were silent for long.
        """
        silent = self.silent()
        if self.living() >= settings.PROCESSES:
            return silent
        return {pk: at for pk, at in silent.items() if self.others[pk].silence >= MAX_SILENCE}


here = Processes()
