"""Token buckets in memory."""

from threading import Thread

import pytest

from tictactoe_site.common.limiters import in_memory
from tictactoe_site.common.limiters.in_memory import TokenBucket, TokenBuckets


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(in_memory.time, "monotonic", lambda: now[0])
    return now


def test_so_many_at_once_and_then_one_after_another(clock):
    pair = TokenBuckets(at_once=2, seconds=10)
    assert [pair.take("alice") for _ in range(3)] == [0, 0, 10]
    assert pair.take("bob") == 0
    clock[0] += 10
    assert [pair.take("alice") for _ in range(2)] == [0, 10]


def test_no_fraction_of_a_second_takes_a_token_away(clock):
    """0.1 nine times is a hair more than 0.9."""
    for begun in range(200):
        clock[0] = 1000 + begun / 7
        bucket = TokenBucket(at_once=20, seconds=0.1)
        assert [bucket.take() == 0 for _ in range(21)] == [True] * 20 + [False]


def test_a_bucket_says_what_is_left(clock):
    three = TokenBuckets(at_once=3, seconds=0.1)
    assert (three.left("alice"), three.wait("alice")) == (3, 0)
    for _ in range(3):
        three.take("alice")
    assert (three.left("alice"), three.wait("alice")) == (0, pytest.approx(0.1))
    clock[0] += 0.2
    assert (three.left("alice"), three.wait("alice")) == (2, 0)


def test_a_token_can_be_given_back(clock):
    one = TokenBuckets(at_once=1, seconds=5)
    one.take("alice")
    one.give_back("alice")
    assert [one.take("alice"), one.take("alice")] == [0, 5]
    one.give_back("nobody")
    assert len(one) == 1


def test_a_bucket_that_was_filled_long_ago_holds_no_more_than_its_tokens(clock):
    bucket = TokenBucket(at_once=2, seconds=1)
    clock[0] += 1000
    assert [bucket.take() for _ in range(3)] == [0, 0, 1]


def test_full_buckets_are_forgotten(clock, monkeypatch):
    monkeypatch.setattr(in_memory, "MAX_KEYS", 2)
    one = TokenBuckets(at_once=1, seconds=1)
    for name in ("alice", "bob", "charlie"):
        clock[0] += 5
        assert one.take(name) == 0
    assert len(one) == 1
    assert one.wait("charlie") == 1


def test_a_bucket_that_a_thread_begins_while_others_are_forgotten_stays(clock, monkeypatch):
    one = TokenBuckets(at_once=1, seconds=5)
    one.take("alice")
    one.take("bob")
    clock[0] += 5
    threads = [Thread(target=one.take, args=["charlie"])]

    def is_full(bucket: TokenBucket) -> bool:
        """Look, after a thread had its turn: the interpreter may let it begin anywhere."""
        for thread in threads:
            threads.remove(thread)
            thread.start()
            thread.join()
        return bucket.wait == 0

    monkeypatch.setattr(TokenBucket, "is_full", property(is_full))
    monkeypatch.setattr(in_memory, "MAX_KEYS", 2)
    assert one.take("dora") == 0
    assert one.wait("charlie") == 5
