"""The faults of programs.py, in small."""

import pytest

from tests.system.faults.programs import abandoned, flooded, tokens_revoked


def test_streams_that_are_left_leave_nothing(place):
    assert "no socket" in abandoned(place, streams=40, at_once=20)


def test_people_read_pages_while_a_program_floods(place):
    assert "to wait" in flooded(place, connections=8, seconds=2, slower_at_most=float("inf"))


@pytest.mark.postgresql
@pytest.mark.redis
def test_a_revoked_token_is_shut_out_of_every_process(place):
    assert "ended in" in tokens_revoked(place, rounds=1, within=float("inf"))
