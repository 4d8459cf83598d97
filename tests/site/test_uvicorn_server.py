"""uvicorn's connections: what is waited for, and for how long."""

import asyncio
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn import Config
from uvicorn.server import ServerState

from tests.site.raw_socket import CLOSE, PING, TEXT, frame, header
from tictactoe_site.bounds import MAX_MESSAGE
from tictactoe_site.sans_io_socket import Socket, frame_length
from tictactoe_site.uvicorn_server import Page

HANDSHAKE = (
    b"GET /ws/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unsent = 0
        self.is_closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def write_eof(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    abort = close


class Owner:
    """As much of a server as its connections see."""

    is_draining = False

    def __init__(self, application: Any) -> None:
        self.application = application


async def accept(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    await hang(scope, receive, send)


async def hang(scope: Any, receive: Any, send: Any) -> None:
    while (await receive())["type"] not in ("websocket.disconnect", "http.disconnect"):
        pass


@pytest.fixture
async def wire():
    made = Wire()
    yield made
    made.protocol.connection_lost(None)
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def new_page(wire: Wire, application: Any) -> Page:
    config = Config(application, interface="asgi3", log_config=None, ws=Socket)
    page = Page(Owner(application), config=config, server_state=ServerState(), app_state={})
    wire.set_protocol(page)
    page.connection_made(wire)
    return page


async def new_socket(wire: Wire, application: Any) -> Socket:
    new_page(wire, application).data_received(HANDSHAKE)
    await asyncio.sleep(0)
    assert isinstance(wire.protocol, Socket)
    return wire.protocol


async def test_a_request_that_does_not_come_is_given_up(wire):
    page = new_page(wire, hang)
    page.data_received(b"GET / HTTP/1.1\r\nHost: ")
    page.check(0)
    page.check(60)
    assert not wire.is_closed
    page.check(61)
    assert (wire.is_closed, wire.written) == (True, b"")


async def test_a_page_that_is_not_ready_is_given_up(wire):
    page = new_page(wire, hang)
    page.check(0)
    page.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    page.check(50)
    page.check(110)
    assert not wire.is_closed
    page.check(111)
    assert wire.is_closed
    assert wire.written.startswith(b"HTTP/1.1 503 ")


async def test_a_page_that_is_read_slowly_is_waited_for(wire):
    page = new_page(wire, hang)
    page.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for minute in range(5):
        wire.unsent = 1000 - minute
        page.check(59 * minute)
    assert not wire.is_closed


async def test_a_consumer_that_does_not_answer_is_not_waited_for(wire):
    socket = await new_socket(wire, hang)
    begun = time.monotonic()
    socket.check(begun)
    socket.check(begun + 20)
    assert wire.written == b""
    socket.check(begun + 21)
    assert wire.written.startswith(b"HTTP/1.1 503 ")


async def test_a_silent_client_is_asked_and_then_cut(wire):
    socket = await new_socket(wire, accept)
    socket.check(0)
    asked = []
    for now in range(2, 50, 2):
        wire.written = b""
        socket.check(now)
        asked.append(wire.written)
    assert [ping for ping in asked if ping] == [bytes([0x80 | PING, 0])]
    assert not wire.is_closed
    socket.check(51)
    assert wire.is_closed


async def test_a_client_that_answers_is_asked_again(wire):
    socket = await new_socket(wire, accept)
    for minute in range(1, 5):
        wire.written = b""
        socket.data_received(frame(b"", 10))
        socket.check(60 * minute)
        socket.check(60 * minute + 21)
        assert wire.written == bytes([0x80 | PING, 0])
    assert not wire.is_closed


async def test_a_socket_that_became_one_early_is_read_after_the_answer(wire):
    page = new_page(wire, accept)
    page.data_received(HANDSHAKE + frame(b"early", PING))
    await asyncio.sleep(0)
    assert wire.written.startswith(b"HTTP/1.1 101 ")
    assert wire.written.endswith(b"early")


async def test_nothing_is_handed_on_once_a_socket_is_closing(wire):
    socket = await new_socket(wire, accept)
    taken: list[str] = []
    socket.receive_now(lambda text: not taken.append(text))
    socket.data_received(frame(b"open"))
    socket.close_with(4404)
    socket.data_received(frame(b"clo", final=False) + frame(b"sing", 0) + frame(b"x" * 200))
    socket.data_received(frame(b"closing") + frame(b"\x11\x34", CLOSE) + b"\xff" * 100)
    assert taken == ["open"]


@given(st.integers(0, 2 * MAX_MESSAGE), st.sampled_from([TEXT, PING, CLOSE]), st.data())
def test_the_length_of_a_frame(length, opcode, data):
    head, whole = header(length, opcode), frame(bytes(length), opcode)
    cut = data.draw(st.integers(0, len(whole) - 1))
    if length > MAX_MESSAGE:
        assert frame_length(bytearray(whole)) == len(head)
    else:
        assert frame_length(bytearray(whole)) == len(whole)
        assert frame_length(bytearray(whole[:cut])) == 0
    assert frame_length(bytearray(head[: cut % len(head)])) == 0
