"""`make bench NAME=soak`: how much memory a server process needs while everything is used.

The site as it is deployed, with the computer's players, is used for so many seconds: pages and
forms of everybody, games of people, games against every level on boards of all sizes with their
reviews, explanations, a workshop, an arena, the lab, exports, sign-ups. Its memory is printed
before that, every minute, and after an idle minute. The goals: at most 200 MiB in the beginning,
and 300 MiB at the end.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
import time
from pathlib import Path

from bench.soak.features import prepared, used
from bench.soak.memory import HEADING, Held
from deploy.ready import wait_until
from tests import serving
from tests.system.faults.memory import LOADED
from tests.system.faults.place import Place, require

MINUTE = 60.0
LOAD_TIMEOUT = 120.0


def main() -> None:
    asked = parsed()
    load, _, _ = os.getloadavg()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f}\n")
    with tempfile.TemporaryDirectory() as folder:
        static = serving.collect_static_files(Path(folder) / "static")
        with Place(Path(folder), static) as place:
            soak(place, asked.seconds)
            place.require_no_traceback()


def soak(place: Place, seconds: int) -> None:
    everybody = prepared(place, seconds)
    site = place.site()
    print(HEADING, flush=True)
    is_loaded = wait_until(lambda: LOADED in site.log.read_text(), seconds=LOAD_TIMEOUT)
    require(is_loaded, "The computer's players were not loaded.")
    say(site.pid, "fresh, players loaded")
    began = time.monotonic()
    with used(place, site, everybody) as everything:
        while (passed := time.monotonic() - began) < seconds and not everything.failed:
            time.sleep(min(MINUTE, seconds - passed))
            say(site.pid, f"after {time.monotonic() - began:.0f} s")
    time.sleep(MINUTE)
    say(site.pid, "idle for a minute")
    moves = place.require_kept(everything.crowd.most_heard())
    print(
        f"\n{moves} moves of people; "
        + "; ".join(f"{count} {what}" for what, count in sorted(everything.done.items()))
    )
    print(f"answers: {dict(everything.answers)}; the API refused {dict(everything.refused)}")


def say(pid: int, when: str) -> None:
    print(Held.by(pid).row(when), flush=True)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench NAME=soak", description=__doc__)
    parser.add_argument("--seconds", type=int, default=900)
    return parser.parse_args()


if __name__ == "__main__":
    main()
