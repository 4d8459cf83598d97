"""`make bench NAME=lab`: how long the lab takes on 3×3 for a program that answers at once.

One server process runs alone on a core, and the client `mnk lab` on another; the client's start is
part of the time. Then the page of a run is measured: its bytes, plain and compressed, and its time.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from bench.server import servers
from bench.server.servers import ROOT
from bench.server.turns import busyness

ROUNDS = 3  # more in a row would meet the limit of requests
MAX_SECONDS = 3.0  # seconds for both seats
BOT = """
from accounts.models import User
from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token
bot = make_bot(owner=User.objects.create_user("alice"), name="line")
print(make_token(account=bot, actor=bot.owner, name="bench", scopes=["lab"]))
"""
LAB = ("-m", "mnk", "lab", "--function", "bench.lab.at_once:choose", "3", "3", "3")


def main() -> None:
    servers.use_client_core()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {busyness()}")
    with site() as (port, token):
        environment = {"MNK_BASE": f"http://127.0.0.1:{port}", "MNK_TOKEN": token}
        times = [timed(environment) for _ in range(ROUNDS)]
        told = ", ".join(f"{seconds:.2f}" for seconds in times)
        print(f"both seats: {median(times):.2f} s ({told}); {MAX_SECONDS:.0f} s is the aim")
        page(port, f"/lab/{2 * ROUNDS}/")


@contextmanager
def site() -> Iterator[tuple[int, str]]:
    """Start a server with a bot; yield its port and the bot's token."""
    port = servers.free_port()
    with tempfile.TemporaryDirectory() as folder:
        env = servers.our_environment(Path(folder), port)
        run("-m", "tictactoe_site.prepare", **env)
        token = run("-m", "django", "shell", "--no-imports", "-c", BOT, **env).split()[-1]
        with servers.running(servers.OUR_COMMAND, port, env, ROOT):
            yield port, token


def timed(environment: dict[str, str]) -> float:
    """Return the seconds of one run of the client, which must find a proof in both seats."""
    started = time.perf_counter()
    said = run(*LAB, **environment)
    seconds = time.perf_counter() - started
    assert said.count("never loses") == 2, said
    return seconds


def page(port: int, path: str) -> None:
    times, sizes = [], []
    for encoding in ("identity", "gzip", "gzip", "gzip"):
        connection = HTTPConnection("127.0.0.1", port)
        started = time.perf_counter()
        connection.request("GET", path, headers={"Accept-Encoding": encoding})
        answer = connection.getresponse()
        sizes.append(len(answer.read()))
        assert answer.status == 200, answer.status
        times.append(time.perf_counter() - started)
        connection.close()
    shown, sent = sizes[0], sizes[-1]
    print(f"the page of 569 lines: {shown:,} bytes, sent as {sent:,}; {1000 * min(times):.0f} ms")


def run(*arguments: str, **environment: str) -> str:
    """Return what Python prints with these *arguments*. Raises RuntimeError if it fails."""
    own = {"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}
    path = os.pathsep.join((str(ROOT), str(ROOT / "client")))
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **own, "PYTHONPATH": path, **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout


if __name__ == "__main__":
    main()
