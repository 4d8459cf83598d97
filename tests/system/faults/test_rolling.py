"""The fault of rolling.py, in small."""

import pytest

from tests.system.faults.rolling import restarted_in_turn


@pytest.mark.nginx
@pytest.mark.postgresql
@pytest.mark.redis
def test_a_rolling_restart_loses_no_game(place):
    assert "no game of 10 lost" in restarted_in_turn(place, games=10, between_moves=0.3)
