"""The faults of stops.py, in small."""

from tests.system.faults.stops import stopped_under_load


def test_a_server_that_stops_sends_everybody_away_in_order(place):
    assert "1012" in stopped_under_load(place, games=8, watchers=4, restarts=1)
