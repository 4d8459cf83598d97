"""What is loaded before anybody plays is all that a game needs."""

import subprocess
import sys

LOADED = """
from games.engine import warming
from games.engine.kernels.solver import move_all
for part in warming.parts():
    part.ensure_ready()
print(len(move_all.signatures))
"""


def test_a_table_that_grows_needs_no_compiler():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True)
    assert done.stdout.strip() == "1", done.stderr
