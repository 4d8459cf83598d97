"""What belongs to an event loop, and to no request."""

import asyncio
import gc
from contextvars import ContextVar

from tictactoe_site.common.event_loop import in_background, later, per_loop

request: ContextVar[str] = ContextVar("request", default="")


async def test_what_runs_in_the_background_belongs_to_no_request():
    request.set("mine")

    async def work() -> str:
        return request.get()

    assert await in_background(work()) == ""
    called: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    later(0, lambda word: called.set_result(word + request.get()), "later")
    assert await called == "later"


async def test_what_runs_in_the_background_is_held_until_it_is_done():
    done, go_on = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        await go_on.wait()
        done.set()

    in_background(work())
    gc.collect()
    go_on.set()
    async with asyncio.timeout(30):
        await done.wait()


async def test_a_timer_that_was_cancelled_does_not_ring():
    rung: list[str] = []
    later(0, rung.append, "first").cancel()
    heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    later(0, heard.set_result, None)
    await heard
    assert not rung


def test_each_event_loop_has_its_own():
    mine = per_loop(list[int])

    async def both() -> tuple[list[int], list[int]]:
        return mine(), mine()

    first, again = asyncio.run(both())
    other, _ = asyncio.run(both())
    assert first is again
    assert other is not first
