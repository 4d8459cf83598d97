"""An address may hold and open only so many sockets."""

import pytest
from channels.testing import WebsocketCommunicator

from tictactoe_site.server.handshake_throttle import AddressLimits


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    monkeypatch.setattr("tictactoe_site.common.limiters.in_memory.time", standing)
    return standing


@pytest.fixture
def limits(clock: Clock) -> AddressLimits:
    return AddressLimits(stay, sockets=2, handshakes=4)


async def stay(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def open_socket(limits: AddressLimits, address: str) -> WebsocketCommunicator | None:
    socket = WebsocketCommunicator(limits, "/ws/lobby/")
    socket.scope["client"] = [address, 40000]
    connected, _ = await socket.connect(timeout=30)
    return socket if connected else None


async def test_an_address_may_hold_so_many_sockets(limits):
    sockets = [await open_socket(limits, "192.0.2.1") for _ in range(3)]
    assert [bool(socket) for socket in sockets] == [True, True, False]
    assert await open_socket(limits, "192.0.2.2")


async def test_a_closed_socket_makes_room(limits):
    first = await open_socket(limits, "192.0.2.1")
    await open_socket(limits, "192.0.2.1")
    await first.disconnect()
    assert await open_socket(limits, "192.0.2.1")


async def test_an_address_may_begin_so_many_handshakes_and_then_one_after_another(limits, clock):
    for _ in range(4):
        socket = await open_socket(limits, "192.0.2.1")
        await socket.disconnect()
    clock.now += 7
    assert not await open_socket(limits, "192.0.2.1")
    assert await open_socket(limits, "192.0.2.2")
    clock.now += 0.5
    assert await open_socket(limits, "192.0.2.1")
    assert not await open_socket(limits, "192.0.2.1")


async def test_nothing_is_kept_of_addresses_that_left(limits):
    socket = await open_socket(limits, "192.0.2.1")
    assert len(limits.open) == 1
    await socket.disconnect()
    assert len(limits.open) == 0


async def test_one_customers_network_counts_as_one_address(limits):
    sockets = [await open_socket(limits, f"2001:db8:1:2::{number}") for number in range(3)]
    assert [bool(socket) for socket in sockets] == [True, True, False]
    assert await open_socket(limits, "2001:db8:1:3::1")
