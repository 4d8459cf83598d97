"""The faults of kills.py, in small."""

import pytest

from tests.system.faults.kills import killed_in_the_middle, killed_on_postgresql


def test_a_killed_server_loses_no_move(place):
    assert "All" in killed_in_the_middle(place, rounds=2, tables=4)


@pytest.mark.postgresql
def test_a_killed_server_loses_no_move_on_postgresql(place):
    assert "All" in killed_on_postgresql(place, rounds=2, tables=4)
