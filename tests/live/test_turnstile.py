"""A lock that can also be taken without waiting."""

import asyncio

import pytest

from games.live.turnstile import Turnstile


async def pass_through(turnstile: Turnstile, name: str, came: list[str]) -> None:
    async with turnstile:
        came.append(name)
        await asyncio.sleep(0)


async def test_those_who_wait_come_in_order():
    turnstile, came = Turnstile(), []
    turnstile.take()
    waiting = [asyncio.create_task(pass_through(turnstile, name, came)) for name in "abc"]
    await asyncio.sleep(0)
    assert came == []
    turnstile.leave()
    await asyncio.gather(*waiting)
    assert came == ["a", "b", "c"]
    assert turnstile.is_free


async def test_nobody_slips_in_between_one_and_the_next():
    turnstile, came = Turnstile(), []
    turnstile.take()
    waiting = asyncio.create_task(pass_through(turnstile, "a", came))
    await asyncio.sleep(0)
    turnstile.leave()
    assert not turnstile.is_free
    await waiting
    assert turnstile.is_free


@pytest.mark.parametrize("called_first", [True, False], ids=["called", "still waiting"])
async def test_whoever_goes_away_holds_nobody_up(called_first):
    turnstile, came = Turnstile(), []
    turnstile.take()
    gone, next_one = (asyncio.create_task(pass_through(turnstile, name, came)) for name in "ab")
    await asyncio.sleep(0)
    if called_first:
        turnstile.leave()
        gone.cancel()
    else:
        gone.cancel()
        turnstile.leave()
    await asyncio.gather(gone, next_one, return_exceptions=True)
    assert came == ["b"]
    assert turnstile.is_free


async def test_an_error_inside_lets_the_next_one_in():
    turnstile = Turnstile()
    with pytest.raises(ValueError, match="inside"):
        async with turnstile:
            raise ValueError("inside")
    assert turnstile.is_free
