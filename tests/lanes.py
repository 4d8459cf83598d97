"""`python -m tests.lanes`: runs every test but soaks, on all that the site can stand on.

`python -m tests.lanes soaks` runs those. Lanes of one row run one after the other, rows beside each
other: some wait for servers and browsers while others compute. Each row has a PostgreSQL and a
Redis of its own. What a lane says is told once it has ended; the exit code is 1 if a test has
failed.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from deploy.cluster.parts import PostgreSQL, Redis
from tests.serving import ROOT

# Run on PostgreSQL and Redis, too, for it locks, counts, sorts, constrains, moves or mends rows, or
# tells who hears of it. Pages and forms are not, for they ask services and queries, which are here;
# that each of them works there is what the access matrix says, which is run there alone.
ON_BOTH = [
    "accounts",
    "compete",
    "database",
    "learn",
    "live",
    "management",
    "models",
    "people",
    "play",
    "programs",
    "upkeep",
]
PAGES = ["*views.py", "*/views/*", "*page.py", "*pages.py"]
# What else is about pages and forms, or about numbers and names that no database knows.
ABOUT_NO_ROWS = [
    "accounts/signin/test_email.py",
    "accounts/signin/test_limits.py",
    "accounts/signin/test_passwords.py",
    "accounts/signin/test_second_factor.py",
    "accounts/signin/test_sign_in.py",
    "accounts/signin/test_sign_up.py",
    "accounts/test_admin.py",
    "accounts/test_handwriting.py",
    "accounts/test_language.py",
    "accounts/test_marks.py",
    "accounts/test_preferences.py",
    "compete/fairplay",
    "compete/round_robin",
    "learn/cards",
    "learn/explanation",
    "learn/lessons",
    "learn/puzzles/test_fives.py",
    "learn/puzzles/test_judging.py",
    "learn/puzzles/test_making.py",
    "learn/puzzles/test_numbers.py",
    "people/help",
    "play/lobby/test_forms.py",
    "play/lobby/test_home.py",
    "play/lobby/test_new_game.py",
    "play/lobby/test_new_game_data.py",
    "programs/api",
    "programs/client",
    "programs/codes",
    "programs/course",
    "programs/embeds",
    "programs/lab",
    "programs/workshops/room/test_exhaustive_test.py",
]
# What mostly starts programs; first what waits most.
APART = ["system", "server", "programs/client"]
CHECKED = ["test_imports.py", "site/test_templates.py"]  # by `make check`
# Six workers for two processors. With nine each test took a third more of a processor's time, and
# the whole run longer. By files, because the tests of some share a server.
WORKERS = ["--numprocesses", "2", "--dist", "loadfile", "-p", "no:cacheprovider"]
SUMMARY = re.compile(r"^.*(?:passed|failed|error).* in [0-9.]+s.*$", re.MULTILINE)
TELLING = Lock()


@dataclass(frozen=True)
class Lane:
    """Tests that run together; *chosen* are arguments of pytest."""

    title: str
    chosen: Sequence[str]
    on_servers: bool = False  # on PostgreSQL and Redis instead of SQLite and memory


@dataclass(frozen=True)
class Run:
    """How the tests of a lane ended."""

    title: str
    summary: str
    has_failed: bool


def inside(names: Sequence[str]) -> list[str]:
    """The arguments that choose these folders of tests/."""
    return [f"tests/{name}" for name in names]


def without(names: Sequence[str]) -> list[str]:
    """The arguments that leave out these files and folders of tests/."""
    return [part for name in inside(names) for part in ("--ignore", name)]


BROWSER = ["tests/system/browser", "tests/system/faults/test_scripts.py"]
ACCESS = "tests/system/faults/test_access.py"
EVERY_PAGE = f"{ACCESS}::test_every_page_answers_everybody_as_declared"
# What hangs fails by a signal there. Playwright hears none: then its worker is ended, for which
# those of other tests may wait for ever.
BY_SIGNAL = ["--timeout-method", "signal"]
NOT_BROWSER = ["-m", "not browser and not soak", *BY_SIGNAL]
# The database server is thrown away: a session that has not ended yet keeps no test from passing.
ON_SERVERS = ["-m", "(matrix or not slow) and not postgresql", "--reuse-db", *BY_SIGNAL]
NO_PAGES = [f"--ignore-glob={pattern}" for pattern in PAGES]
TWICE = [*inside(ON_BOTH), *NO_PAGES, *without(ABOUT_NO_ROWS)]
COVERED = "--hypothesis-profile thorough --cov=games.core --cov-branch --cov-fail-under=100"
ROWS = (
    (
        Lane("In a browser", ["-m", "browser", *BROWSER]),
        Lane("On PostgreSQL", [*ON_SERVERS, ACCESS, *TWICE], on_servers=True),
    ),
    (
        Lane("On SQLite", [*NOT_BROWSER, *without(["core", *CHECKED, *APART])]),
        Lane("Every branch of the core", ["tests/core", *COVERED.split()]),
    ),
    (Lane("Servers", [*NOT_BROWSER, *inside(APART), "--deselect", EVERY_PAGE]),),
)
SOAKS = ((Lane("Soaks", ["-m", "soak", *BY_SIGNAL, "tests/system"]),),)


def main() -> None:
    rows = {(): ROWS, ("soaks",): SOAKS}.get(tuple(sys.argv[1:]))
    if rows is None:
        sys.exit("Use it so: python -m tests.lanes, or python -m tests.lanes soaks.")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lanes-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # PostgreSQL may run as a user of its own
        with ExitStack() as stack, ThreadPoolExecutor(len(rows)) as pool:
            servers = [
                stack.enter_context(servers_in(folder / str(row))) for row in range(len(rows))
            ]
            runs = [each for row in pool.map(run_row, rows, servers) for each in row]
    for each in runs:
        print(f"{each.title:26}{each.summary}")
    print(f"All of it                 {time.monotonic() - begun:.0f} s")
    sys.exit(any(each.has_failed for each in runs))


@contextmanager
def servers_in(folder: Path) -> Iterator[Mapping[str, str]]:
    """The environment that names a PostgreSQL and a Redis, which are there for the block."""
    folder.mkdir(mode=0o711)
    with ExitStack() as stack:
        parts = PostgreSQL(folder / "postgresql"), Redis(folder / "redis")
        for part in parts:
            stack.callback(part.program.stop)
            part.start()
        postgresql, redis = (part.url for part in parts)
        # What many tests start from is made once for all lanes.
        made = {"TESTS_MADE": str(folder.parent / "made")}
        yield {**os.environ, **made, "TEST_DATABASE_URL": postgresql, "TEST_REDIS_URL": redis}


def run_row(lanes: Sequence[Lane], env: Mapping[str, str]) -> list[Run]:
    return [run(lane, env) for lane in lanes]


def run(lane: Lane, env: Mapping[str, str]) -> Run:
    """Run the tests of *lane* in *env*, and tell what they said."""
    if lane.on_servers:
        servers = {"DATABASE_URL": env["TEST_DATABASE_URL"], "REDIS_URL": env["TEST_REDIS_URL"]}
        env = {**env, **servers}
    done = subprocess.run(
        ["make", "--silent", "test", f"ARGS={shlex.join([*lane.chosen, *WORKERS])}"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    with TELLING:
        print(f"---- {lane.title}", done.stdout, sep="\n", flush=True)
    found = SUMMARY.findall(done.stdout)
    summary = found[-1].strip("= ") if found else "nothing was said"
    return Run(lane.title, summary, has_failed=done.returncode != 0)


if __name__ == "__main__":
    main()
