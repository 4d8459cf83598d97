"""The faults of races.py, in small."""

from tests.system.faults.races import same_ply


def test_of_many_who_send_the_same_ply_one_is_heard(place):
    assert "1 accepted, 19 stale" in same_ply(place, sockets=20, rounds=2)
