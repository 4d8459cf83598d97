"""The fault of telling.py, in small."""

from tests.system.faults.telling import killed_while_telling


def test_a_turn_is_told_once_whenever_the_processes_are_killed(place):
    assert "Each of 3 turns was told" in killed_while_telling(place, kills=3)
