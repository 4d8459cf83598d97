"""Runs the tests of the browser code's pure modules, which are written for node's own runner."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.node
def test_the_browser_code():
    tests = [str(path) for path in sorted(HERE.glob("*.test.mjs"))]
    run = subprocess.run(
        [os.environ["NODE"], "--test", *tests], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout
