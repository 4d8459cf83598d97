"""The faults of revocation.py, in small."""

import pytest

from tests.system.faults.revocation import revoked


@pytest.mark.postgresql
@pytest.mark.redis
def test_who_may_no_longer_be_here_is_shut_out_of_every_process(place):
    assert "closed" in revoked(place, rounds=1, within=float("inf"))
