"""A round robin goes on where it was when its server is killed.

`FAULTS_IN_FULL=1 pytest tests/system/workshops/test_round_robin.py` plays with 12 bots.
"""

import csv
import json
import os
import subprocess
import time
from collections.abc import Callable
from io import StringIO
from string import ascii_lowercase

import pytest

from tests import serving
from tests.serving import ROOT, site_process
from tests.system.faults.by_pytest import is_full
from tests.system.workshops.conftest import new_codes

pytestmark = pytest.mark.node

BOTS, LEVEL = (12, "guard") if is_full else (4, "guard")
PATIENCE = 300.0  # seconds, for what comes sooner or not at all


def test_a_round_robin_is_complete_after_a_kill_in_the_middle(
    clients, tmp_path, static_root, record_property
):
    # They poll first, and all come from one address.
    with site_process(tmp_path, static_root, CONNECTIONS_PER_ADDRESS="200") as site:
        (code,) = new_codes(site, "charlie")
        names = [f"prog-{letter}" for letter in ascii_lowercase[:BOTS]]
        bots = start([os.environ["NODE"], "bots.mjs", f"{site.url}/{code}", *names])
        try:
            games = BOTS * (BOTS + 1)  # each against each and the level, twice
            until(lambda: ask_table(site, code, "begin", str(BOTS), LEVEL) == games)
            began = time.monotonic()
            until(lambda: played(site, code) >= games // 3)
            site.kill()
            before = ask_table(site, code)
            site.start()
            until(lambda: played(site, code) == games)
            seconds = time.monotonic() - began
        finally:
            bots.kill()
            bots.wait()
        told = ask_table(site, code)
    assert games // 3 <= before["played"] < games
    assert told == {
        "played": games,
        "games": games,
        "players": BOTS,
        "different": [],
        "resigned": told["resigned"],
    }
    record_property(
        "held",
        f"{games} games of {BOTS} bots and {LEVEL} in {seconds:.0f} s, killed after "
        f"{before['played']}; {told['resigned']} lost by a crash; the table is the standings'.",
    )


def start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, cwd=ROOT / "tests" / "system" / "workshops")


def played(site: serving.ServerProcess, code: str) -> float:
    """How many games count, by the table that everybody can have: one point each."""
    answer = site.get(f"/workshops/{code}/table.csv")
    return sum(float(row["points"]) for row in csv.DictReader(StringIO(answer.text)))


def ask_table(site: serving.ServerProcess, code: str, *what: str):
    env = serving.DEPLOYED | {"DATABASE_URL": site.env["DATABASE_URL"]}
    return json.loads(serving.run("tests.system.workshops.table", code, *what, **env))


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.2)
