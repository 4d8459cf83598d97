"""The machine's time of day jumps under play, as when somebody sets it or NTP steps it."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import run

from deploy.ready import wait_until
from tests.system.faults.crowd import seat
from tests.system.faults.deadlines import moment
from tests.system.faults.hangs import INCREMENT, come_in
from tests.system.faults.place import Place, require

HOUR = 3600  # seconds
SOURCE = Path(__file__).with_name("time_of_day.c")
ON_TIME = timedelta(seconds=30)  # between the time that a process sees and what it has written
PATIENCE = 120.0  # seconds


class TimeOfDay:
    """The time of day of the processes that have `env`: the true one and what `set` adds.

    libfaketime would do, but it also takes over the waits by which Python's threads change turns,
    and the server stands still.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "time-of-day"
        self._library = folder / "time_of_day.so"
        self.set(0)
        run(["cc", "-shared", "-fPIC", "-O1", "-o", self._library, SOURCE, "-ldl"], check=True)

    @property
    def env(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "TIME_OF_DAY": str(self._file)}

    def set(self, seconds: int) -> None:
        """Let it be so many *seconds* ahead of the true time."""
        mode = "r+b" if self._file.exists() else "wb"  # the same file, which processes have mapped
        with self._file.open(mode) as file:
            file.write(struct.pack("i", seconds))


def jumping_clock(
    place: Place,
    *,
    games: int,
    seconds_each: int,
    jumps: tuple[int, ...],
    between_moves: float = 1.0,
) -> str:
    """Let the time of day of the only process jump, by each of *jumps* in seconds, on SQLite.

    No game ends by it. A jump ahead gives every game time back, and all play on.
    """
    clock, ahead, expected = TimeOfDay(place.folder), 0, 0
    site = place.site(**clock.env)
    control = f"{seconds_each}+{INCREMENT}"
    with seat(place, games, [site], between_moves=between_moves, control=control) as crowd:
        come_in(crowd)
        for jump in jumps:
            ahead += jump
            expected += games if jump > 0 else 0
            clock.set(ahead)
            require_seen(place, ahead)
            crowd.wait_for_moves(2, seconds=PATIENCE)
            require_none_ended(place, jump)
            require_given(place, expected, jump)
        acknowledged = place.require_kept(crowd.most_heard())
    place.require_no_traceback()
    return (
        f"None of {games} games ended by it; each jump ahead gave every game time back, once; all "
        f"played on, and all {acknowledged} acknowledged moves are there."
    )


def require_seen(place: Place, ahead: int) -> None:
    """Return once the process has written a time that is so far *ahead*."""

    def is_seen() -> bool:
        now = datetime.now(UTC) + timedelta(seconds=ahead)
        written = place.ask("SELECT at FROM games_serverprocess")
        return any(abs(moment(at) - now) < ON_TIME for (at,) in written)

    require(wait_until(is_seen, seconds=PATIENCE), "The process has not seen the time jump.")


def require_none_ended(place: Place, jump: int) -> None:
    ended = place.ask("SELECT uid, termination FROM games_game WHERE status = 'finished'")
    require(not ended, f"Games have ended after {jump:+d} s: {ended}.")


def require_given(place: Place, expected: int, jump: int) -> None:
    """Return once every game has got time back as often as was *expected*."""
    given = "SELECT COUNT(*) FROM games_event WHERE kind = 'extended'"
    wait_until(lambda: place.ask(given) == [(expected,)], seconds=PATIENCE)
    found = place.ask(given)
    require(
        found == [(expected,)],
        f"After {jump:+d} s clocks have got time back {found} times, not {expected}.",
    )
