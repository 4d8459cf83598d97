"""The fault of slow_redis.py, in small."""

import pytest

from tests.system.faults.slow_redis import slow_redis

pytestmark = [pytest.mark.postgresql, pytest.mark.redis]


@pytest.mark.soak
def test_nobody_is_left_out_by_a_slow_redis_that_comes_back(place):
    sizes = {"old": 6, "new": 6, "numbers": 2, "seconds_away": 1.0, "delay": (200, 600)}
    assert "no socket closed" in slow_redis(place, **sizes)
