"""Buckets in the cache."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache

from tictactoe_site.common.limiters.in_cache import CachedBuckets

LIMIT = CachedBuckets("test", at_once=3, seconds=10, longest=40, memory=1000)


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    monkeypatch.setattr("time.time", standing)
    return standing


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_the_first_attempts_are_free(clock) -> None:
    assert [LIMIT.take("key") for _ in range(3)] == [0, 0, 0]


def test_the_next_one_has_to_wait(clock) -> None:
    for _ in range(3):
        LIMIT.take("key")
    assert LIMIT.take("key") == 10
    clock.go_on(4)
    assert LIMIT.take("key") == 6
    clock.go_on(6)
    assert LIMIT.take("key") == 0


def test_each_wait_is_twice_the_one_before_up_to_the_longest(clock) -> None:
    for _ in range(3):
        LIMIT.take("key")
    waits = []
    for _ in range(4):
        waits.append(LIMIT.take("key"))
        clock.go_on(waits[-1])
        assert LIMIT.take("key") == 0
    assert waits == [10, 20, 40, 40]


def test_keys_do_not_share_their_attempts(clock) -> None:
    for _ in range(3):
        LIMIT.take("one")
    assert LIMIT.take("other") == 0


def test_limits_do_not_share_their_attempts(clock) -> None:
    for _ in range(3):
        LIMIT.take("key")
    assert CachedBuckets("else", at_once=3, seconds=10, longest=40).take("key") == 0


def test_an_honest_attempt_does_not_count(clock) -> None:
    for _ in range(20):
        assert LIMIT.take("key") == 0
        LIMIT.give_back("key")


def test_clearing_forgets_everything(clock) -> None:
    for _ in range(5):
        LIMIT.take("key")
    LIMIT.clear("key")
    assert LIMIT.take("key") == 0


def test_all_is_forgotten_after_a_time(clock) -> None:
    for _ in range(3):
        LIMIT.take("key")
    clock.go_on(1001)
    assert [LIMIT.take("key") for _ in range(3)] == [0, 0, 0]


def test_a_token_that_comes_back_after_all_is_forgotten_is_none_too_many(clock) -> None:
    LIMIT.take("key")
    clock.go_on(1001)
    LIMIT.give_back("key")
    assert [LIMIT.take("key") for _ in range(4)] == [0, 0, 0, 10]


def test_any_text_can_be_a_key(clock) -> None:
    assert LIMIT.take("a b\n\x00" * 1000) == 0


def test_of_attempts_at_the_same_moment_only_the_free_ones_pass(clock) -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: LIMIT.take("key"), range(200)))
    assert waits.count(0) == 3


# ---- with an introduction -----------------------------------------------------------------------

NEW = CachedBuckets("test-new", at_once=1, seconds=20, longest=80, introduction=10)


def test_who_is_new_waits_before_the_first_token_too(clock) -> None:
    waits = []
    for _ in range(5):
        waits.append(NEW.take("persistent"))
        clock.go_on(waits[-1])
        assert NEW.take("persistent") == 0
    assert waits == [10, 20, 40, 80, 80]


def test_to_come_once_under_each_of_many_keys_leads_nowhere(clock) -> None:
    assert all(NEW.take(f"stranger {number}") for number in range(1000))


def test_what_was_cleared_is_new_again(clock) -> None:
    assert NEW.take("key") == 10
    NEW.clear("key")
    clock.go_on(10)
    assert NEW.take("key") == 10
