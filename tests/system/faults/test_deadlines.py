"""The fault of deadlines.py, in small."""

import pytest

from tests.system.faults.deadlines import (
    database_away_under_clocks,
    deadlines_while_away,
    one_process_cut_off,
)


def test_nobody_loses_on_time_for_an_outage(place):
    held = deadlines_while_away(place, games=2, seconds_each=60, seconds_away=300, skip=True)
    assert "once" in held


@pytest.mark.soak
@pytest.mark.postgresql
def test_nobody_loses_on_time_while_the_database_is_away(place):
    held = database_away_under_clocks(place, games=2, seconds_each=30, seconds_away=31)
    assert "once" in held


@pytest.mark.soak
@pytest.mark.postgresql
@pytest.mark.redis
def test_nobody_loses_on_time_whose_process_is_cut_off(place):
    held = one_process_cut_off(place, games=2, seconds_each=30, seconds_away=31)
    assert "once" in held
