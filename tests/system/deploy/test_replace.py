"""A server process is replaced under systemd, of which there is only a stand-in here."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.serving import ROOT

SYSTEMD = ROOT / "deploy" / "systemd"
STAND_IN = """#!/bin/sh
echo "$@" >> "$ASKED"
case "$*" in
*is-active*) exit "$NEXT_IS_INACTIVE" ;;
start* | restart*) exit "$START" ;;
esac
"""


@pytest.fixture
def replaced(tmp_path: Path):
    """Replaces the process on port 8001; returns the exit code and what systemd was asked."""
    stand_in, asked = tmp_path / "systemctl", tmp_path / "asked"
    stand_in.write_text(STAND_IN)
    stand_in.chmod(0o755)

    def replace(*, next_is_active: bool = False, starts: bool = True) -> tuple[int, list[str]]:
        own = {
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "ASKED": str(asked),
            "NEXT_IS_INACTIVE": "0" if next_is_active else "3",
            "START": "0" if starts else "1",
        }
        done = subprocess.run([SYSTEMD / "replace", "8001"], env=os.environ | own, check=False)
        _, *orders = asked.read_text().splitlines()
        return done.returncode, orders

    return replace


@pytest.mark.parametrize(
    ("next_is_active", "present", "following"),
    [
        (False, "tictactoe@8001", "tictactoe-next@8001"),
        (True, "tictactoe-next@8001", "tictactoe@8001"),
    ],
)
def test_the_present_process_is_stopped_once_the_next_one_runs(
    replaced, next_is_active, present, following
):
    code, orders = replaced(next_is_active=next_is_active)
    assert code == 0
    assert orders == [
        f"restart {following}",
        f"enable --quiet {following}",
        f"disable --quiet --now {present}",
    ]


def test_a_process_that_a_broken_off_replacement_left_is_not_taken_for_the_next_one(replaced):
    """It runs already, so that to start it would leave it with the code of the version before."""
    _, orders = replaced(next_is_active=True)
    assert orders[0] == "restart tictactoe@8001"


def test_the_present_process_goes_on_if_the_next_one_does_not_start(replaced):
    code, orders = replaced(starts=False)
    assert code == 1
    assert orders == ["restart tictactoe-next@8001", "stop tictactoe-next@8001"]


def test_both_units_are_the_same_but_for_where_their_figures_are():
    units = [
        {line for line in (SYSTEMD / name).read_text().splitlines() if not line.startswith("#")}
        for name in ("tictactoe@.service", "tictactoe-next@.service")
    ]
    assert units[0] ^ units[1] == {"Environment=METRICS_PORT=1%i", "Environment=METRICS_PORT=2%i"}
