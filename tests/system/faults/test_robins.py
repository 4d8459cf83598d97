"""The fault of robins.py, in small."""

from tests.system.faults.robins import killed_robin


def test_a_killed_server_loses_no_round_of_a_round_robin(place):
    assert "all pairs" in killed_robin(place, bots=4)
