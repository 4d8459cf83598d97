"""The relay that tests put before servers."""

from __future__ import annotations

import asyncio
import socket

import pytest

from tests.relay import Relay, carry


def is_ended(connection: socket.socket) -> bool:
    with connection:
        connection.settimeout(60)
        try:
            return connection.recv(1) == b""
        except ConnectionResetError:
            return True


@pytest.mark.parametrize("turns", range(8), ids=lambda turns: f"after {turns} turns of the loop")
async def test_whoever_has_just_connected_is_let_go_at_its_end(turns):
    with socket.create_server(("127.0.0.1", 0)) as server:
        behind = server.getsockname()[1]
        relay = Relay(lambda: behind, carry, carry)
        port = await relay.open()
        connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        for _ in range(turns):
            await asyncio.sleep(0)
        await relay.close()
        assert all([await asyncio.to_thread(is_ended, each) for each in connections])
