"""The fault of hangs.py, in small."""

import pytest

from tests.system.faults.hangs import one_of_two_hangs, the_only_one_hangs

# Between the hangs the clocks go on: a move may take half a minute of a busy machine. Who thinks
# for nearly as long as the increment gains no time, and has less left than a hang lasts.
LEISURELY = {"seconds_each": 30, "seconds_hung": 42, "between_moves": 2.5}


@pytest.mark.soak
@pytest.mark.nginx
@pytest.mark.postgresql
@pytest.mark.redis
def test_nobody_loses_on_time_in_a_process_that_hangs(place):
    held = one_of_two_hangs(place, games=6, **LEISURELY)
    assert held.startswith("None of 6 games was lost on time")


@pytest.mark.soak
def test_nobody_loses_on_time_while_the_only_process_hangs(place):
    held = the_only_one_hangs(place, games=3, **LEISURELY)
    assert "each got the time back" in held
