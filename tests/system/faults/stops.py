"""A server process is told to stop under load: all are sent away in order, and soon back."""

from __future__ import annotations

import signal
import time
from statistics import median

from tests.serving import STOP_TIMEOUT, ServerProcess
from tests.system.faults.crowd import Crowd, seat
from tests.system.faults.place import Place, require

RESTART = 1012
PATIENCE = 60.0  # seconds


def stopped_under_load(
    place: Place, *, games: int, watchers: int, restarts: int, back_within: float = PATIENCE
) -> str:
    """Restart the one server process in order, while all play and watch.

    Every open socket has to be closed with 1012 each time. *back_within* is how many seconds
    after the signal the last one has the whole state again, of the middle restart.
    """
    site = place.site()
    waits: list[float] = []
    with seat(place, games, [site], watchers=watchers) as crowd:
        crowd.come_in()
        for number in range(1, restarts + 1):
            waits.append(stopped_and_back(site, crowd))
            expected = {RESTART: number * len(crowd.visitors)}
            ends = dict(crowd.codes())
            require(ends == expected, f"Sockets have ended so: {ends}, not {expected}.")
            crowd.wait_for_moves(seconds=PATIENCE)
            place.require_kept(crowd.most_heard())
        acknowledged = place.require_kept(crowd.most_heard())
        sockets = len(crowd.visitors)
    place.require_no_traceback()
    middle, worst = median(waits), max(waits)
    held = (
        f"All {sockets} sockets closed with 1012 each time and had the state again {middle:.1f} s "
        f"after the signal (at most {worst:.1f} s); all {acknowledged} acknowledged moves are "
        "there."
    )
    require(middle <= back_within, held)
    return held


def stopped_and_back(site: ServerProcess, crowd: Crowd) -> float:
    """Stop and start *site*; the seconds until everybody has the state of a game again."""
    began = time.monotonic()
    assert site.process
    site.process.send_signal(signal.SIGTERM)
    code = site.process.wait(STOP_TIMEOUT)
    require(code == 0, f"The process ended with code {code}.")
    site.start()
    crowd.wait(
        lambda visitor: visitor.back_at > began, seconds=PATIENCE, otherwise="did not come back"
    )
    return time.monotonic() - began
