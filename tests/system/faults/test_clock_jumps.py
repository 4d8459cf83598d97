"""The fault of clock_jumps.py, in small."""

import shutil

import pytest

from tests.system.faults.clock_jumps import HOUR, jumping_clock


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_nobody_loses_on_time_when_the_clock_of_the_machine_jumps(place):
    held = jumping_clock(place, games=3, seconds_each=600, jumps=(HOUR, -HOUR, 3))
    assert held.startswith("None of 3 games ended")
