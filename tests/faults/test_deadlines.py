"""The fault of deadlines.py, in small."""

from tests.faults.deadlines import deadlines_while_away


def test_nobody_loses_on_time_for_an_outage(place):
    held = deadlines_while_away(place, games=2, seconds_each=60, seconds_away=300, skip=True)
    assert "once" in held
