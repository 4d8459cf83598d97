"""What many threads meet in a new process's first second: nothing of it is half built."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.serving import ROOT, ServerProcess
from tests.system.faults.place import Place, require

PROGRAM = "tests.system.faults.at_once"
PAGES = (
    "/watch/",
    "/",
    "/puzzles/",
    "/games/new/",
    "/api/",
    "/api/openapi.json",
    "/api/asyncapi.json",
    "/compete/",
    "/learn/",
    "/fair/",
    "/p/6x6x4/c4d4/",
    "/lab/",
    "/workshops/",
    "/rules/",
    "/accounts/login/",
    "/accounts/signup/",
)


def messages_at_once(place: Place, *, processes: int) -> str:
    """Have eight threads of each new process read and write every kind of message at once."""
    samples = run("--samples")
    for _ in range(processes):
        run(given=samples)
    return f"None of {processes} processes died."


def run(*arguments: str, given: bytes = b"") -> bytes:
    """What the program prints. Raises Broken if it dies."""
    command = [sys.executable, "-m", PROGRAM, *arguments]
    done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False)
    require(done.returncode == 0, f"Code {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def visited_at_once(
    place: Place, *, starts: int, visitors: int, servers: Sequence[str] = ("uvicorn", "daphne")
) -> str:
    """Start each of *servers* so often; *visitors* ask for every page as soon as it answers.

    All begin with the same page, another one at each start, and go on in orders of their own.
    """
    for server in servers:
        for number in range(starts):
            site = place.site(SERVER=server)
            come_at_once(site, number, visitors)
            assert site.process
            code = site.process.poll()
            require(code is None, f"{server}, start {number + 1}: it died with code {code}.")
            site.kill()
    place.require_no_traceback()
    asked = visitors * len(PAGES)
    return f"None of {starts} starts of {' and '.join(servers)} died; all {asked} pages came each."


def come_at_once(site: ServerProcess, first: int, visitors: int) -> None:
    barrier = threading.Barrier(visitors)

    def visit(visitor: int) -> list[str]:
        """The pages that did not come."""
        turn = [PAGES[(first + step * (visitor + 1)) % len(PAGES)] for step in range(len(PAGES))]
        barrier.wait()
        return [path for path in dict.fromkeys((*turn, *PAGES)) if not comes(site, path)]

    with ThreadPoolExecutor(visitors) as threads:
        missing = {path for paths in threads.map(visit, range(visitors)) for path in paths}
    require(not missing, f"These pages did not come: {', '.join(sorted(missing))}.")


def comes(site: ServerProcess, path: str) -> bool:
    try:
        return site.get(path).status == 200
    except OSError:
        return False
