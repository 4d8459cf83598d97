"""The faults of parts_away.py, in small."""

import pytest

from tests.system.faults.parts_away import postgresql_away, redis_away

pytestmark = pytest.mark.postgresql


@pytest.mark.redis
def test_moves_are_kept_while_redis_is_away(place):
    assert "converged" in redis_away(place, games=3, seconds=(3,))


def test_moves_are_asked_for_again_while_postgresql_is_away(place):
    assert "every game went on" in postgresql_away(place, games=3, seconds=(2,))
