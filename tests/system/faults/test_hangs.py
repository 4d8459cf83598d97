"""The fault of hangs.py, in small."""

import pytest

from tests.system.faults.hangs import one_of_two_hangs, the_only_one_hangs


@pytest.mark.nginx
@pytest.mark.postgresql
@pytest.mark.redis
def test_nobody_loses_on_time_in_a_process_that_hangs(place):
    held = one_of_two_hangs(place, games=6, seconds_each=12, seconds_hung=14)
    assert held.startswith("None of 6 games was lost on time")


def test_nobody_loses_on_time_while_the_only_process_hangs(place):
    held = the_only_one_hangs(place, games=3, seconds_each=12, seconds_hung=13)
    assert "each got the time back" in held
