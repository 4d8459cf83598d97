"""The real clients, which play.mjs leads through a few games."""

import json
import os
import subprocess
from pathlib import Path

from tests.serving import ROOT

CLIENTS = ROOT / "var" / "workshop-clients" / "node_modules"


def install() -> Path:
    """The folder of the clients, which are installed if they are not yet."""
    subprocess.run(["make", "--silent", "workshop-clients"], cwd=ROOT, check=True)
    return CLIENTS


def play(client: str, address: str, transport: str) -> dict:
    """What play.mjs tells, all in one."""
    done = subprocess.run(
        [os.environ["NODE"], "tests/system/workshops/play.mjs", client, address, transport],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told: dict = {}
    for line in done.stdout.splitlines():
        told |= json.loads(line)
    return told
