"""Who looks at the lobby hears of its changes through one listener."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from games.play.lobby import consumer as module
from games.play.lobby.consumer import LOBBY, LobbyFeed
from tests.waiting import until


class Socket:
    def __init__(self) -> None:
        self.frames: list[str] = []

    def push(self, frame: str) -> None:
        self.frames.append(frame)


async def announce(frame: str) -> None:
    await get_channel_layer().group_send(LOBBY, {"type": "lobby.frame", "frame": frame})


@pytest.mark.embedded
async def test_everybody_hears_through_one_channel_in_order():
    lobby, sockets = LobbyFeed(), [Socket() for _ in range(250)]
    for socket in sockets:
        await lobby.enter(socket)
    assert len(get_channel_layer().groups[LOBBY]) == 1
    for frame in ("a", "b", "c"):
        await announce(frame)
    await until(lambda: all(socket.frames == ["a", "b", "c"] for socket in sockets))
    for socket in sockets:
        lobby.leave(socket)
    await until(lambda: not get_channel_layer().groups.get(LOBBY))


async def test_who_has_left_hears_nothing_and_may_come_back():
    lobby, gone, here = LobbyFeed(), Socket(), Socket()
    await lobby.enter(gone)
    await lobby.enter(here)
    lobby.leave(gone)
    await announce("a")
    await until(lambda: here.frames == ["a"])
    lobby.leave(here)
    await lobby.enter(gone)
    await announce("b")
    await until(lambda: gone.frames == ["b"])
    lobby.leave(gone)
    assert here.frames == ["a"]


async def test_a_socket_that_fails_keeps_nobody_else_from_hearing():
    class Broken(Socket):
        def push(self, frame: str) -> None:
            raise RuntimeError(frame)

    lobby, here = LobbyFeed(), Socket()
    broken = Broken()
    await lobby.enter(broken)
    await lobby.enter(here)
    await lobby.tell("a")
    await lobby.tell("b")
    assert here.frames == ["a", "b"]
    lobby.leave(broken)
    lobby.leave(here)


async def test_the_state_is_read_once_for_all_until_something_changes():
    lobby, readings = LobbyFeed(), iter("123")

    async def read() -> str:
        await asyncio.sleep(0)
        return next(readings)

    assert await asyncio.gather(*(lobby.state(read) for _ in range(20))) == ["1"] * 20
    await lobby.tell("a change")
    assert await lobby.state(read) == "2"
    assert await lobby.state(read) == "2"


async def test_the_state_is_read_anew_after_a_time_in_which_nobody_listened():
    """What opened meanwhile would be missing: its creator would be told that it had begun."""
    lobby, readings, socket = LobbyFeed(), iter("12"), Socket()

    async def read() -> str:
        return next(readings)

    for expected in "12":
        await lobby.enter(socket)
        assert await lobby.state(read) == expected
        lobby.leave(socket)


async def test_the_state_does_not_stay_for_long(monkeypatch):
    monkeypatch.setattr(module, "STATE_KEPT_FOR", -1.0)
    lobby, readings = LobbyFeed(), iter("12")

    async def read() -> str:
        return next(readings)

    assert [await lobby.state(read), await lobby.state(read)] == ["1", "2"]


async def test_a_reading_that_fails_is_not_kept():
    lobby, readings = LobbyFeed(), iter([RuntimeError("away"), "1"])

    async def read() -> str:
        found = next(readings)
        if isinstance(found, Exception):
            raise found
        return found

    with pytest.raises(RuntimeError, match="away"):
        await lobby.state(read)
    assert await lobby.state(read) == "1"
