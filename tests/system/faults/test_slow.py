"""The fault of slow.py, in small."""

from tests.system.faults.slow import slow_requests


def test_slow_requests_of_one_address_hold_up_nobody(place):
    held = slow_requests(place, connections=80, at_once=40, ended_within=60, answered_within=15)
    assert "all answered" in held
