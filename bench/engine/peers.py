"""Other engines, asked in a process of their own: they need not be installed beside ours."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ABSENT = 3  # what a peer's script exits with if its engine cannot be imported


def ask(script: str, *arguments: str) -> Any | None:
    """What `peer_<script>.py` prints, as JSON; None if its engine is not installed."""
    path = Path(__file__).with_name(f"peer_{script}.py")
    python = os.environ.get("PEER_PYTHON", sys.executable)
    done = subprocess.run(
        [python, str(path), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode == ABSENT:
        return None
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])
