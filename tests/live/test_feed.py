"""One reading for many sockets."""

import asyncio

import pytest

from games.live.feed import PUSHED_AT_ONCE, SharedState, push_to_all


class Socket:
    def __init__(self) -> None:
        self.frames: list[str] = []

    def push(self, frame: str) -> None:
        self.frames.append(frame)


class Broken(Socket):
    def push(self, frame: str) -> None:
        raise RuntimeError(frame)


async def test_a_frame_comes_to_all_though_one_of_them_fails():
    sockets = [Socket(), Broken(), Socket()]
    await push_to_all(dict.fromkeys(sockets).keys(), "news")
    assert [socket.frames for socket in sockets] == [["news"], [], ["news"]]


async def test_others_get_their_turn_between_portions_and_who_leaves_hears_nothing():
    sockets = {Socket(): None for _ in range(PUSHED_AT_ONCE + 1)}
    last = list(sockets)[-1]
    pushing = asyncio.create_task(push_to_all(sockets.keys(), "news"))
    while not next(iter(sockets)).frames:
        await asyncio.sleep(0)
    assert not last.frames
    del sockets[last]
    await pushing
    assert not last.frames
    assert all(socket.frames == ["news"] for socket in sockets)


def numbered():
    numbers = iter("123")

    async def read() -> str:
        await asyncio.sleep(0)
        return next(numbers)

    return read


async def test_a_state_is_read_once_for_all_who_ask_until_it_changes():
    state, read = SharedState(seconds=60), numbered()
    assert await asyncio.gather(*(state.frame(read) for _ in range(9))) == ["1"] * 9
    state.changed()
    assert [await state.frame(read), await state.frame(read)] == ["2", "2"]


async def test_who_asks_after_a_change_gets_no_reading_from_before():
    state, read = SharedState(seconds=60), numbered()
    before = asyncio.create_task(state.frame(read))
    await asyncio.sleep(0)
    state.changed()
    assert await state.frame(read) == "2"
    assert await before == "1"


async def test_a_state_is_read_anew_after_a_time():
    state, read = SharedState(seconds=-1), numbered()
    assert [await state.frame(read), await state.frame(read)] == ["1", "2"]


async def test_who_goes_away_takes_the_reading_from_nobody():
    state, read = SharedState(seconds=60), numbered()
    gone = asyncio.create_task(state.frame(read))
    stays = asyncio.create_task(state.frame(read))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == "1"


async def test_a_reading_that_failed_is_not_kept():
    state = SharedState(seconds=60)

    async def away() -> str:
        raise RuntimeError("away")

    with pytest.raises(RuntimeError, match="away"):
        await state.frame(away)
    assert await state.frame(numbered()) == "1"
