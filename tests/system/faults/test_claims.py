"""The fault of claims.py, in small."""

import pytest

from tests.system.faults.claims import claims_while_redis_is_away


@pytest.mark.soak
@pytest.mark.postgresql
@pytest.mark.redis
def test_nobody_wins_by_a_claim_while_redis_is_away(place):
    assert "none won" in claims_while_redis_is_away(place, games=1, ways=1)
