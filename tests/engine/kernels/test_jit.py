"""What one process has compiled, the next one loads."""

import json
import subprocess
import sys
from pathlib import Path

from games.engine.warming import warm

ROOT = Path(__file__).resolve().parents[3]

# Says how often a compiled copy was found and missed, over all kernels, and what was proven.
SECOND_PROCESS = """
import json
from numba.core.dispatcher import Dispatcher
import gc
from games.core.rules import Position, Ruleset
from games.engine.search.proof import solve
from games.engine.warming import warm

for _ in warm():
    pass
kernels = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
ours = [kernel for kernel in kernels if kernel.py_func.__module__.startswith("games.engine")]
missed = [
    kernel.py_func.__name__ for kernel in ours if sum(kernel.stats.cache_misses.values())
]
loaded = sum(bool(kernel.stats.cache_hits) for kernel in ours)
proof = solve(Position(Ruleset(6, 5, 4)))
print(json.dumps({"missed": missed, "loaded": loaded, "plies": proof.plies}))
"""


def test_a_second_process_loads_what_the_first_has_compiled():
    for _ in warm():
        pass
    command = [sys.executable, "-c", SECOND_PROCESS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["missed"] == []
    assert told["loaded"] > 0
    assert told["plies"] == 11


def test_pure_players_do_not_load_the_compiler():
    script = """
import sys
from games.core.rules import TIC_TAC_TOE, Position
from games.engine import choose
for level in ("random", "rules", "perfect"):
    choose(level, Position(TIC_TAC_TOE))
assert "numba" not in sys.modules
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
