"""Runs the browser code's own tests under node, file by file."""

import os
import subprocess
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.node
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_browser_code(file: Path) -> None:
    done = subprocess.run(
        [os.environ["NODE"], "--test", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
