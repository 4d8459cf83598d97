"""A result that is not there yet."""

import asyncio

import pytest

from games.live.deferred import Deferred


async def wait_for(deferred: Deferred[int]) -> int:
    return await deferred


async def test_all_who_wait_get_the_result():
    deferred: Deferred[int] = Deferred()
    waiting = [asyncio.create_task(wait_for(deferred)) for _ in range(3)]
    await asyncio.sleep(0)
    deferred.settle(7)
    assert await asyncio.gather(*waiting) == [7, 7, 7]
    assert await deferred == 7


async def test_all_who_wait_get_the_error():
    deferred: Deferred[int] = Deferred()
    waiting = asyncio.create_task(wait_for(deferred))
    await asyncio.sleep(0)
    deferred.fail(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        await waiting
    with pytest.raises(ZeroDivisionError):
        await deferred


def test_callbacks_are_called_at_once_in_their_order():
    deferred: Deferred[int] = Deferred()
    told: list[tuple[str, int]] = []
    for name in "ab":
        deferred.on_settled(lambda done, name=name: told.append((name, done.result())))
    deferred.settle(1)
    assert told == [("a", 1), ("b", 1)]
    deferred.on_settled(lambda done: told.append(("late", done.result())))
    assert told[-1] == ("late", 1)


def test_a_callback_that_breaks_keeps_nobody_from_hearing(caplog):
    deferred: Deferred[int] = Deferred()
    told: list[int] = []
    deferred.on_settled(lambda done: 1 / 0)
    deferred.on_settled(lambda done: told.append(done.result()))
    deferred.settle(1)
    assert told == [1]
    assert [line.getMessage() for line in caplog.records] == ["a result could not be told"]


async def test_who_goes_away_takes_nothing_along():
    deferred: Deferred[int] = Deferred()
    gone, stays = (asyncio.create_task(wait_for(deferred)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    deferred.settle(1)
    assert await stays == 1
    with pytest.raises(asyncio.CancelledError):
        await gone
