"""Explanations are found in a process of their own."""

import os
import signal
import subprocess
import sys

import pytest

from games.core.rules import Position, Ruleset
from games.engine.explanation.methods import METHODS
from games.live.workers.explaining import ROOT, Explainer, Silent, explain

POSITIONS = [
    Position.after(Ruleset(3, 3, 3), (4, 1, 0, 8)),
    Position.after(Ruleset(6, 6, 4), (14, 15)),
]
LOADED = "import games.live.workers.explaining, sys; print({'django', 'numba'} & set(sys.modules))"


@pytest.fixture
def explainer():
    explainer = Explainer()
    yield explainer
    explainer.end()


@pytest.mark.parametrize("position", POSITIONS, ids=str)
async def test_it_tells_what_is_found_here(explainer, position):
    found = await explainer.explain(position)
    assert found == explain(position)
    assert found.counts.keys() == METHODS.keys()


async def test_it_is_another_process_which_is_asked_again(explainer):
    await explainer.explain(POSITIONS[0])
    first = explainer._process.pid
    await explainer.explain(POSITIONS[1])
    assert explainer._process.pid == first != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, first) == 19


async def test_one_that_was_killed_is_followed_by_another(explainer):
    await explainer.explain(POSITIONS[0])
    explainer._process.send_signal(signal.SIGKILL)
    explainer._process.wait()
    with pytest.raises(Silent):
        await explainer.explain(POSITIONS[0])
    assert (await explainer.explain(POSITIONS[0])).stories


async def test_one_that_cannot_be_started_is_tried_again(explainer, monkeypatch):
    def run_short():
        raise BlockingIOError("no more processes")

    with monkeypatch.context() as short:
        short.setattr("games.live.workers.explaining._start", run_short)
        with pytest.raises(Silent):
            await explainer.explain(POSITIONS[0])
    assert (await explainer.explain(POSITIONS[0])).stories


async def test_it_ends_when_its_input_does(explainer):
    await explainer.explain(POSITIONS[0])
    process = explainer._process
    process.stdin.close()  # as when the parent is killed
    assert process.wait(timeout=30) == 0


def test_it_loads_no_more_than_it_needs():
    """Memory and the time to start."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
