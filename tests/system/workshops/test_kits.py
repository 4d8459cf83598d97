"""The kits' bots on a real server: one of each language plays against the other."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.programs.workshops.kits import KITS, Address, file_of
from tests.serving import ROOT

pytestmark = pytest.mark.node
SOLUTIONS = ROOT / "tests" / "programs" / "workshops" / "solutions"
PATIENCE = 20.0  # seconds


def lay_out(folder: Path, site, code: str) -> None:
    for kit in KITS.values():
        for name in kit.files:
            (folder / name).write_text(file_of(kit, name, Address(site.url, code)))
    for name in ("ai.py", "ai.mjs"):
        (folder / name).write_text((SOLUTIONS / name).read_text())


def test_bots_of_both_kits_play_each_other(tmp_path, site, code):
    lay_out(tmp_path, site, code)
    commands = [
        [sys.executable, "-u", "bot.py", "ally"],
        [os.environ["NODE"], "bot.mjs", "bobby", "join"],
    ]
    bots = [start(tmp_path, number, command) for number, command in enumerate(commands)]
    try:
        deadline = time.monotonic() + PATIENCE
        while not all("Draw." in log_of(tmp_path, number) for number in range(2)):
            assert time.monotonic() < deadline, [log_of(tmp_path, number) for number in range(2)]
            time.sleep(0.1)
        assert [bot.poll() for bot in bots] == [None, None]
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()


def start(folder: Path, number: int, command: list[str]) -> subprocess.Popen[bytes]:
    with (folder / f"{number}.log").open("w") as log:
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)


def log_of(folder: Path, number: int) -> str:
    return (folder / f"{number}.log").read_text()


def test_a_bot_says_why_it_cannot_enter(tmp_path, site):
    lay_out(tmp_path, site, "AAAA2")
    for command in ([sys.executable, "bot.py", "ally"], [os.environ["NODE"], "bot.mjs", "ally"]):
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
        )
        assert json.dumps({"message": "no_such_workshop"}, separators=(",", ":")) in (
            done.stdout + done.stderr
        )
