"""`make bench NAME=lobby`: how soon 1,000 who look at 1,000 open games see one come or go.

One server process runs alone on a core, and this client on another. Games are created and joined
by forms, one after the other, and each change is timed at the watchers' sockets: from the press to
the last watcher, and from the first watcher to the last. If CHROMIUM names a browser, a real page
tells how long it takes for one change of its list.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from http.client import HTTPConnection
from statistics import median
from typing import Any
from urllib.parse import urlencode

from bench.lobby.browser import changes_in_a_page
from bench.lobby.watching import TIMEOUT, Change, Hall, now
from bench.server import servers
from bench.server.usage import cpu_seconds, memory_bytes

GOAL = 0.050  # seconds from a change to the last screen
ACTORS = 50
TOKEN = "a" * 32
NEW_GAME = {
    "m": 5,
    "n": 4,
    "k": 4,
    "opponent": "anyone",
    "side": "x",
    "first": "x",
    "control": "3d",  # such a game stays open while its creator is away
}
FOUND = 302
PAUSE = 0.02  # seconds between changes
WARM_UP = 2  # changes, one of each kind, for which the server loads what it loads once
Told = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lobby", description=__doc__)
    parser.add_argument("--watchers", type=int, default=1_000)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--changes", type=int, default=200)
    asked = parser.parse_args()
    if WARM_UP + asked.changes > 2 * asked.games:
        parser.error("every second change takes a game: there are too few of them")
    servers.use_client_core()
    servers.use_all_files()
    with servers.folder_on_disk() as folder:
        port = servers.free_port()
        env = servers.our_environment(folder, port)
        known = _prepared(env, asked.games)
        with servers.running(servers.OUR_COMMAND, port, env, servers.ROOT) as pid:
            asyncio.run(_measure(pid, port, known, asked))
            told = changes_in_a_page(port, games=asked.games, changes=asked.changes)
            if told:
                print(f"a page's own time for a change, median / p99: {told}")


def _prepared(env: dict[str, str], games: int) -> Told:
    command = [sys.executable, "-m", "bench.lobby.prepare", str(games), str(ACTORS)]
    done = subprocess.run(
        command, cwd=servers.ROOT, env=os.environ | env, check=True, capture_output=True, text=True
    )
    known: Told = json.loads(done.stdout.splitlines()[-1])
    return known


async def _measure(pid: int, port: int, known: Told, asked: argparse.Namespace) -> None:
    hall = Hall(port)
    idle, cpu, started = memory_bytes(pid), cpu_seconds(pid), now()
    states = await hall.fill(asked.watchers)
    print(f"{asked.watchers:,} watchers had their first state within {now() - started:.1f} s,")
    print(f"  {states[0][1] / 1024:.1f} KiB each, median {_ms(_middle(states))} after asking,")
    print(f"  {(cpu_seconds(pid) - cpu) / asked.watchers * 1000:.2f} ms of processor time each,")
    print(f"  {(memory_bytes(pid) - idle) / asked.watchers / 1024:.1f} KiB of memory each")
    presses = _presses(port, known)
    for _ in range(WARM_UP):
        await _change(hall, presses)
    pressed, spread, cpu = [], [], cpu_seconds(pid)
    for _ in range(asked.changes):
        change, at = await _change(hall, presses)
        pressed.append(change.last - at)
        spread.append(_spread(change))
    mark = "" if _p99(spread) < GOAL else " !"
    print(f"of {asked.changes} changes, median / p99:")
    print(f"  from the first watcher to the last: {_both(spread)}{mark}")
    print(f"  from the press to the last watcher, with the form's page: {_both(pressed)}")
    print(f"  processor time a change: {(cpu_seconds(pid) - cpu) / asked.changes * 1000:.1f} ms")
    hall.close()


async def _change(hall: Hall, presses: Any) -> tuple[Change, float]:
    """Press the next button; return the change that the watchers saw, and the time of the press."""
    change, at = hall.expect(), now()
    status = await asyncio.to_thread(next(presses))
    if status != FOUND:
        raise SystemExit(f"A form was answered with {status}.")
    await asyncio.wait_for(change.is_seen_by_all.wait(), TIMEOUT)
    await asyncio.sleep(PAUSE)
    return change, at


def _presses(port: int, known: Told) -> Any:
    """Yield functions that press a button each; games are created and joined by turns."""
    sessions, games = known["sessions"], known["games"]
    number = 0
    while True:
        session = sessions[number // 2 % len(sessions)]
        yield lambda session=session: _post(port, session, "/games/new/", NEW_GAME)
        uid = games[number // 2 % len(games)]
        yield lambda session=session, uid=uid: _post(port, session, f"/games/{uid}/join/", {})
        number += 2


def _post(port: int, session: str, path: str, fields: Told) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"http://127.0.0.1:{port}",
        "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
    }
    connection.request("POST", path, urlencode(fields), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def _spread(change: Change) -> float:
    return change.last - change.first


def _middle(states: Sequence[tuple[float, int]]) -> float:
    return median(seconds for seconds, _ in states)


def _both(times: Sequence[float]) -> str:
    return f"{_ms(median(times))} / {_ms(_p99(times))}"


def _p99(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


if __name__ == "__main__":
    main()
