"""Other engines, asked in a process of their own: they need not be installed beside ours.

PEER_PYTHON names an interpreter that has those of PyPI, PEER_NODE_MODULES the folder that npm
has put the others in; see `python -m bench.engine --help`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ABSENT = 3  # what a peer's script exits with if its engine cannot be imported
LONGEST = 300.0  # seconds that a peer may take
SKIPPED = "skipped, not installed"


def ask(script: str, *arguments: str) -> Any | None:
    """Return what `peer_<script>` prints as JSON; None if its engine, or node, is missing."""
    command = _command(script)
    # Where node looks for packages that are not installed beside the script.
    environment = os.environ | {"NODE_PATH": os.environ.get("PEER_NODE_MODULES", "")}
    try:
        done = subprocess.run(
            [*command, *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
            env=environment,
        )
    except FileNotFoundError:
        return None
    if done.returncode == ABSENT:
        return None
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def _command(script: str) -> list[str]:
    """Return the command that starts the script, which is for Python or for node."""
    for_node = HERE / f"peer_{script}.cjs"
    if for_node.exists():
        return ["node", str(for_node)]
    return [os.environ.get("PEER_PYTHON", sys.executable), str(HERE / f"peer_{script}.py")]
