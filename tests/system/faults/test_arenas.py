"""The fault of arenas.py, in small."""

from tests.system.faults.arenas import killed_arena


def test_a_killed_server_loses_no_round_of_an_arena(place):
    assert "none is lost" in killed_arena(place, bots=4, people=2, seconds=40)
