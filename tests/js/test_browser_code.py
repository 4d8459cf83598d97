"""Runs the browser code's own tests under node, file by file."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.test.mjs"))


@pytest.mark.node
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HERE)))
def test_the_browser_code(file: Path) -> None:
    done = subprocess.run(
        [os.environ["NODE"], "--test", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
