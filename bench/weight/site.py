"""A checkout of the site as it is deployed, with a database and static files of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.server import servers


@contextmanager
def site(checkout: Path) -> Iterator[str]:
    """Run the site of *checkout* with this Python until the block ends; yield its address."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), servers.free_port()
        env = servers.our_environment(folder, port)
        env |= {"STATIC_ROOT": str(folder / "static"), "COMPUTER_DELAY_MS": "0"}
        for arguments in (
            ("tictactoe_site.prepare",),
            ("manage", "collectstatic", "--noinput", "-v", "0"),
        ):
            subprocess.run(
                [sys.executable, "-m", *arguments], cwd=checkout, env=os.environ | env, check=True
            )
        with servers.running(servers.OUR_COMMAND, port, env, checkout):
            yield f"http://127.0.0.1:{port}"
