"""Clients that take their time: none holds a page's connection for long, nor many of them."""

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from tests.server.fake_wire import Clock, Wire
from tests.server.raw_socket import RawSocket
from tests.serving import ServerProcess
from tictactoe_site.server.asgi_types import WRITE_NOW
from tictactoe_site.server.protocols.page_connection import MAX_UNSENT, PageConnection

HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"
OTHERS = ("127.0.0.2", "127.0.0.3")  # addresses, one a test: connections of the last may linger


def connected(port: int, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0))


def is_ended(stream: socket.socket) -> bool:
    """Whether the server has ended the connection by now, without a word."""
    stream.setblocking(False)
    try:
        return stream.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., ServerProcess]) -> ServerProcess:
    return make_shared_site(CONNECTIONS_PER_ADDRESS="40")


def test_slow_bodies_of_one_address_hold_up_nobody(site):
    with ExitStack() as stack:
        for _ in range(40):
            slow = stack.enter_context(connected(site.port, OTHERS[0]))
            slow.sendall(HEAD + b"x")
        for path in ("/", "/healthz", "/accounts/login/"):
            assert site.get(path).status == 200
    assert "Traceback" not in site.log.read_text()


def test_an_address_has_so_many_connections_for_pages(site):
    with ExitStack() as stack:
        streams = [stack.enter_context(connected(site.port, OTHERS[1])) for _ in range(60)]
        assert site.get("/healthz").status == 200  # from another address; all are accepted by now
        assert sum(map(is_ended, streams)) == 20
        streams[0].close()
        time.sleep(0.2)
        assert not is_ended(stack.enter_context(connected(site.port, OTHERS[1])))


def test_sockets_and_proxies_are_not_counted_as_connections_for_pages(make_site):
    proxy, player = OTHERS
    site = make_site(CONNECTIONS_PER_ADDRESS="1", SOCKETS_PER_ADDRESS="9", TRUSTED_PROXIES=proxy)
    with ExitStack() as stack:
        for _ in range(5):
            opened = RawSocket(site.port, "/ws/lobby/", origin=site.url, address=player)
            assert stack.enter_context(opened).status == 101
        streams = [stack.enter_context(connected(site.port, proxy)) for _ in range(5)]
        assert site.get("/healthz").status == 200
        assert not any(map(is_ended, streams))


# ---- how long each is waited for ----------------------------------------------------------------


async def answer(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Connection:
    """One connection of a client that the test plays."""

    def __init__(self) -> None:
        self.clock, self.wire = Clock(), Wire()
        config = Config(answer, interface="asgi3", log_config=None, timeout_keep_alive=75)
        self.protocol = PageConnection(
            config=config, server_state=ServerState(), app_state={}, _loop=self.clock
        )
        self.protocol.connection_made(self.wire)

    async def send(self, data: bytes) -> None:
        self.protocol.data_received(data)
        for _ in range(5):
            await asyncio.sleep(0)  # so that it is answered

    async def drip(self, data: bytes, seconds: int) -> int:
        """Send the beginning of *data*, a byte a second; after how many it was ended, or 0."""
        for number in range(seconds):
            await self.send(data[number : number + 1])
            self.clock.turn(1)
            if self.wire.is_closed:
                return number + 1
        return 0


@pytest.fixture
async def connection():
    made = Connection()
    yield made
    made.protocol.connection_lost(None)
    assert not PageConnection.open
    await asyncio.sleep(0)


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def test_a_client_that_says_nothing_is_ended(connection):
    connection.clock.turn(9)
    assert not connection.wire.is_closed
    connection.clock.turn(1)
    assert connection.wire.is_closed


async def test_a_head_that_drips_is_ended(connection):
    assert await connection.drip(b"GET / HTTP/1.1\r\nHost: localhost", 30) == 10


async def test_the_next_head_that_drips_is_ended_too(connection):
    await connection.send(GET)
    connection.clock.turn(60)
    assert not connection.wire.is_closed
    assert await connection.drip(b"GET / HTTP/1.1\r\nHost: localhost", 30) == 10


async def test_a_body_that_drips_is_ended(connection):
    await connection.send(HEAD)
    assert await connection.drip(b"x" * 1000, 60) == 25


async def test_requests_in_time_go_on_for_as_long_as_there_are_any(connection):
    for number in range(1, 6):
        for part in (GET[:9], GET[9:]):
            await connection.send(part)
            connection.clock.turn(9)
        assert connection.wire.written.count(b"HTTP/1.1 204") == number
    assert not connection.wire.is_closed


async def test_a_page_that_is_not_read_is_given_up(connection):
    await connection.send(GET)
    connection.protocol.pause_writing()
    connection.clock.turn(29)
    connection.protocol.resume_writing()
    connection.protocol.pause_writing()
    connection.clock.turn(29)
    assert not connection.wire.is_closed
    connection.clock.turn(1)
    assert connection.wire.is_closed


async def test_a_stream_that_is_not_read_is_ended(connection):
    await connection.send(GET)
    connection.protocol.write_now(b"a line\n")
    assert connection.wire.written.endswith(b"7\r\na line\n\r\n")
    connection.wire.unsent = MAX_UNSENT
    connection.protocol.write_now(b"a line\n")
    assert not connection.wire.is_closed
    connection.wire.unsent += 1
    connection.protocol.write_now(b"a line\n")
    assert connection.wire.is_closed
    connection.protocol.write_now(b"another\n")
    assert b"another" not in connection.wire.written


async def test_an_old_client_gets_no_parts(connection):
    await connection.send(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
    assert WRITE_NOW not in connection.protocol.scope["state"]
