"""Time controls and running clocks as values; the time comes in as an argument.

A moment is an int of milliseconds since the epoch, UTC; a span is an int of milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec.structs import replace

from games.core.errors import BadNotation, GameError
from games.core.rules import Mark
from games.core.values import FrozenStruct

Milliseconds = int

SECOND: Milliseconds = 1000
DAY: Milliseconds = 24 * 60 * 60 * SECOND

MINUTE: Milliseconds = 60 * SECOND
HOUR: Milliseconds = 60 * MINUTE
GIFT: Milliseconds = 15 * SECOND  # that one player can give the other at a time

MAX_INITIAL: Milliseconds = 3 * 60 * 60 * SECOND
MAX_INCREMENT: Milliseconds = 180 * SECOND
MAX_DAYS = 14


_ALLOWED = (
    f"a control is none, up to {MAX_INITIAL // SECOND} seconds with up to "
    f"{MAX_INCREMENT // SECOND} more a move (180+2), or up to {MAX_DAYS} days a move (3d)"
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long the players may think: no limit, a budget with an increment, or days a move.

    Raises BadNotation("bad_clock") for spans out of range, a mixture of the two kinds, and parts
    of a second or of a day, for which `time_control_text` has no text.
    """

    initial_ms: Milliseconds = 0
    increment_ms: Milliseconds = 0
    per_move_ms: Milliseconds = 0

    def __post_init__(self) -> None:
        if self.is_unlimited:
            return
        is_budget = (
            0 < self.initial_ms <= MAX_INITIAL
            and 0 <= self.increment_ms <= MAX_INCREMENT
            and not self.per_move_ms
            and not self.initial_ms % SECOND
            and not self.increment_ms % SECOND
        )
        is_days = (
            0 < self.per_move_ms <= MAX_DAYS * DAY
            and not self.per_move_ms % DAY
            and not self.initial_ms
            and not self.increment_ms
        )
        if not is_budget and not is_days:
            raise BadNotation("bad_clock", _ALLOWED)

    @property
    def is_unlimited(self) -> bool:
        return not (self.initial_ms or self.increment_ms or self.per_move_ms)


UNLIMITED = TimeControl()


def time_control_text(control: TimeControl) -> str:
    """Return "none", "180+2" (seconds at the start, and added a move) or "3d" (days a move)."""
    if control.is_unlimited:
        return "none"
    if control.per_move_ms:
        return f"{control.per_move_ms // DAY}d"
    return f"{control.initial_ms // SECOND}+{control.increment_ms // SECOND}"


def gives_days(text: str) -> bool:
    """Return whether the control written so gives days for each move, as "3d" does."""
    return text.endswith("d")


def parse_time_control(text: str) -> TimeControl:
    """Read what `time_control_text` writes. Raises BadNotation: bad_clock."""
    if text == "none":
        return UNLIMITED
    # No leading zeros, so that every control has exactly one text.
    if days := re.fullmatch(r"([1-9][0-9]?)d", text, re.ASCII):
        return TimeControl(per_move_ms=int(days[1]) * DAY)
    if budget := re.fullmatch(r"([1-9][0-9]{0,4})\+(0|[1-9][0-9]{0,2})", text, re.ASCII):
        return TimeControl(int(budget[1]) * SECOND, int(budget[2]) * SECOND)
    raise BadNotation("bad_clock", f"{_ALLOWED}, not {text[:16]!r}")


class Clock(FrozenStruct, frozen=True):
    """The time that both sides had left at `since`, and whose time has been running from then on.

    A clock stands still until both sides have moved once, as on lichess: the first move of
    each is free, and the game can still be aborted.
    """

    control: TimeControl
    x_ms: Milliseconds
    o_ms: Milliseconds
    running: Mark | None = None
    since: Milliseconds = 0

    @classmethod
    def fresh(cls, control: TimeControl) -> Clock:
        at_first = control.per_move_ms or control.initial_ms
        return cls(control, at_first, at_first)

    def left(self, mark: Mark, now: Milliseconds) -> Milliseconds:
        """Return the time that *mark* has left, never below 0."""
        stored = self.x_ms if mark is Mark.X else self.o_ms
        # *now* is before `since` if another machine's time is ahead, or this one's was set back.
        spent = max(0, now - self.since) if self.running is mark else 0
        return max(0, stored - spent)

    @property
    def deadline(self) -> Milliseconds | None:
        """The moment at which the running side's time is up; None while nothing runs."""
        if self.running is None or self.control.is_unlimited:
            return None
        return self.since + (self.x_ms if self.running is Mark.X else self.o_ms)

    def has_run_out(self, now: Milliseconds) -> bool:
        return self.deadline is not None and now >= self.deadline

    def start(self, mark: Mark, now: Milliseconds) -> Clock:
        """Let *mark*'s time run from *now* on; a side with days per move has all of them."""
        left = self.control.per_move_ms or self.left(mark, now)
        return replace(self._with(mark, left, running=mark), since=now)

    def stop(self, now: Milliseconds) -> Clock:
        """Let nobody's time run; what has run is taken off."""
        if self.running is None:
            return self
        return self._with(self.running, self.left(self.running, now), running=None)

    def press(self, now: Milliseconds) -> Clock:
        """Add the increment of the side that has moved, and let the other side's time run."""
        if self.running is None:
            return self
        mover = self.running
        # Days per move are not saved up: every move gets all of them.
        left = self.control.per_move_ms or self.left(mover, now) + self.control.increment_ms
        return replace(self._with(mover, left, running=mover.other), since=now)

    def grant(self, mark: Mark, span: Milliseconds) -> Clock:
        """Give *mark* more time, without touching what runs."""
        if mark is Mark.X:
            return replace(self, x_ms=self.x_ms + span)
        return replace(self, o_ms=self.o_ms + span)

    def gift(self, mark: Mark, now: Milliseconds) -> Milliseconds:
        """Return the time that the other side may give *mark* now.

        That is GIFT, unless *mark* would then have more than a minute and twice the time at the
        start. With days per move it is all that *mark* has used of this move's time, unless that
        is less than an hour. Raises GameError: no_clock, clock_stands, clock_full.
        """
        control = self.control
        if control.is_unlimited:
            raise GameError("no_clock")
        if self.running is None or (control.per_move_ms and self.running is not mark):
            raise GameError("clock_stands")
        left = self.left(mark, now)
        if control.per_move_ms:
            span = control.per_move_ms - left
            is_full = span < HOUR
        else:
            span = GIFT
            is_full = left + span > 2 * control.initial_ms + MINUTE
        if is_full:
            raise GameError("clock_full")
        return span

    def _with(self, mark: Mark, left: Milliseconds, running: Mark | None) -> Clock:
        if mark is Mark.X:
            return replace(self, x_ms=left, running=running)
        return replace(self, o_ms=left, running=running)
