"""Only so many handshakes are worked on at once; the others wait, but not for ever."""

import asyncio

import pytest
from channels.testing import WebsocketCommunicator

from tictactoe_site.server.handshake_throttle import HandshakeThrottle


class House:
    """Lets a guest in once the door is open, and keeps it until it leaves."""

    def __init__(self) -> None:
        self.door = asyncio.Event()
        self.at_the_door = 0

    async def __call__(self, scope, receive, send):
        self.at_the_door += 1
        await receive()
        await self.door.wait()
        if scope["path"] == "/broken/":
            raise ConnectionResetError
        await send({"type": f"websocket.{'close' if scope['path'] == '/no/' else 'accept'}"})
        await receive()


@pytest.fixture
async def house() -> House:
    return House()


def guest(throttle: HandshakeThrottle, path: str = "/ws/lobby/") -> WebsocketCommunicator:
    return WebsocketCommunicator(throttle, path)


async def test_so_many_are_let_in_at_once_and_then_the_next(house):
    throttle = HandshakeThrottle(house, at_once=2, patience=60)
    coming = [asyncio.create_task(guest(throttle).connect(timeout=60)) for _ in range(5)]
    while house.at_the_door < 2:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    assert house.at_the_door == 2
    house.door.set()
    assert [is_in for is_in, _ in await asyncio.gather(*coming)] == [True] * 5


async def test_who_waits_too_long_is_refused_and_that_is_logged(house, caplog):
    throttle = HandshakeThrottle(house, at_once=1, patience=0.01)
    first = asyncio.create_task(guest(throttle).connect(timeout=60))
    while not house.at_the_door:
        await asyncio.sleep(0)
    assert await guest(throttle).connect(timeout=60) == (False, 1000)
    assert house.at_the_door == 1
    [line] = caplog.records
    assert (line.getMessage(), line.path) == (
        "socket refused: too many come at once",
        "/ws/lobby/",
    )
    house.door.set()
    assert (await first)[0]


@pytest.mark.parametrize("path", ["/no/", "/broken/"])
async def test_a_handshake_that_comes_to_nothing_makes_room(house, path):
    house.door.set()
    throttle = HandshakeThrottle(house, at_once=1, patience=60)
    first = guest(throttle, path)
    await first.send_input({"type": "websocket.connect"})
    if path == "/broken/":
        with pytest.raises(ConnectionResetError):
            await first.wait(timeout=60)
    else:
        assert (await first.receive_output(timeout=60))["type"] == "websocket.close"
    assert (await guest(throttle).connect(timeout=60))[0]
    assert (await guest(throttle).connect(timeout=60))[0]
