"""What the site loads before it can answer."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import gc, json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
before = gc.get_stats()
import tictactoe_site.asgi
print(json.dumps({
    "loaded": list(sys.modules.keys() & {"numba", "numpy", "daphne", "uvicorn"}),
    "collected": gc.get_stats()[2]["collections"] - before[2]["collections"],
    "kept": gc.get_freeze_count() > 100_000,
    "enabled": gc.isenabled(),
}))
"""


def test_the_application_loads_no_compiler_and_no_server_and_looks_for_no_garbage():
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert json.loads(done.stdout) == {
        "loaded": [],
        "collected": 0,
        "kept": True,
        "enabled": True,
    }
