"""What the site loads before it can answer."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import tictactoe_site.asgi
print(sys.modules.keys() & {"numba", "numpy", "daphne", "uvicorn"} or "none")
"""


def test_the_application_starts_without_the_compiler_and_without_a_server():
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "none"
