"""The fault of arenas.py, in small."""

import pytest

from tests.system.faults.arenas import killed_arena


@pytest.mark.soak
def test_a_killed_server_loses_no_round_of_an_arena(place):
    assert "none is lost" in killed_arena(place, bots=4, people=2, seconds=40)
