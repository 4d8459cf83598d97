"""What the sockets' protocol adds to uvicorn's, and what it counts on there."""

import asyncio
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from tests.server.fake_wire import Clock, Wire
from tests.server.raw_socket import CLOSE, PING, PONG, frame, handshake
from tictactoe_site.common.asgi_extensions import HEAR_PONGS, RECEIVE_NOW, SEND_NOW
from tictactoe_site.server.protocols.fast_socket import FastSocket

ACCEPTED = b"HTTP/1.1 101 "
RESERVED = 3  # an opcode that no frame may have


class Connection:
    """One client, and the application behind its socket."""

    def __init__(self, *, accepts: bool = True) -> None:
        self.accepts = accepts
        self.handled: list[str] = []
        self.queued: list[Any] = []
        self.clock, self.wire = Clock(), Wire()
        config = Config(
            self.serve, interface="asgi3", log_config=None, ws=FastSocket, ws_max_size=16384
        )
        config.load()
        self.state = ServerState()
        self.socket = FastSocket(
            config=config, server_state=self.state, app_state={}, _loop=self.clock
        )
        self.socket.connection_made(self.wire)

    async def open(self) -> "Connection":
        self.socket.data_received(handshake(80, "/ws/"))
        await self.settle()
        return self

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        self.extensions = scope["extensions"]
        if self.accepts:
            await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.queued.append(message)
        self.queued.append(message)

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    def handle_now(self, text: str) -> bool:
        self.handled.append(text)
        return True

    async def send(self, data: bytes) -> bytes:
        """What is said to *data*."""
        before = len(self.wire.written)
        self.socket.data_received(data)
        await self.settle()
        return self.wire.written[before:]


@pytest.fixture
async def connection():
    made = await Connection().open()
    assert made.wire.written.startswith(ACCEPTED)
    yield made
    if made.socket in made.state.connections:
        made.socket.connection_lost(None)
    await made.settle()


@pytest.mark.parametrize(
    "name",
    [
        "connection_made",
        "connection_lost",
        "data_received",
        "shutdown",
        "receive",
        "send",
        "handle_connect",
        "handle_ping",
        "handle_pong",
        "handle_cont",
        "handle_parser_exception",
        "send_receive_event_to_app",
        "pause_writing",
        "resume_writing",
        "stop_keepalive",
    ],
)
def test_uvicorn_still_has_what_is_called_or_overridden(name):
    assert name in vars(WebSocketsSansIOProtocol)


async def test_uvicorn_still_has_what_is_read_and_set(connection):
    own = set(vars(FastSocket)) | {"unread"}
    read = {
        "close_sent",
        "handshake_complete",
        "handshake_initiated",
        "close_timer",
        "read_paused",
        "close_timeout",
        "frames",
        "curr_msg_data_type",
        "queue",
        "conn",
        "client",
        "scope",
        "loop",
        "transport",
    }
    assert not read & own
    assert read <= set(vars(connection.socket))


async def test_texts_go_straight_to_whoever_handles_them(connection):
    await connection.send(frame(b"first"))
    connection.extensions[RECEIVE_NOW](connection.handle_now)
    await connection.send(frame(b"whole") + frame(b"in pa", final=False) + frame(b"rts", 0))
    assert connection.handled == ["whole", "in parts"]
    assert connection.queued == [{"type": "websocket.receive", "text": "first"}]


async def test_whoever_wants_hears_that_a_client_has_answered_a_ping(connection):
    heard: list[bool] = []
    connection.extensions[HEAR_PONGS](lambda: heard.append(True))
    await connection.send(frame(b"", PING))
    assert not heard
    connection.socket.send_keepalive_ping()
    await connection.send(frame(connection.wire.written[-4:], PONG))
    assert heard == [True]


async def test_what_is_sent_at_once_is_on_the_wire_at_once(connection):
    before = len(connection.wire.written)
    connection.extensions[SEND_NOW]("é")
    assert connection.wire.written[before:] == b"\x81\x02\xc3\xa9"


async def test_nothing_is_sent_or_handled_once_it_is_closing(connection):
    connection.extensions[RECEIVE_NOW](connection.handle_now)
    await connection.socket.send({"type": "websocket.close", "code": 4404})
    before = connection.wire.written
    connection.extensions[SEND_NOW]("late")
    await connection.send(frame(b"late") + frame(b"later"))
    assert (connection.handled, connection.wire.written) == ([], before)
    await connection.send(frame(b"\x11\x34", CLOSE))
    assert connection.wire.is_closed


@pytest.mark.parametrize("message", [{"type": "websocket.close"}, {"type": "websocket.send"}])
async def test_the_application_is_told_that_its_client_is_gone(connection, message):
    connection.socket.shutdown()
    with pytest.raises(ClientDisconnected):
        await connection.socket.send(message)


@pytest.mark.parametrize("answer", ["websocket.accept", "websocket.close"])
async def test_who_breaks_the_protocol_before_it_is_answered_is_refused(answer):
    early = await Connection(accepts=False).open()
    assert (await early.send(frame(b"", RESERVED))).startswith(b"HTTP/1.1 400 ")
    with pytest.raises(ClientDisconnected):
        await early.socket.send({"type": answer})
    assert early.wire.is_closed


async def test_a_flood_is_read_in_turns(connection):
    connection.extensions[RECEIVE_NOW](connection.handle_now)
    connection.socket.data_received(frame(b"x" * 100) * 1000)
    assert 0 < len(connection.handled) < 50
    assert connection.wire.is_paused
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(connection.handled) == 1000
    assert not connection.wire.is_paused


async def test_no_more_is_queued_than_one_turn_reads(connection):
    connection.socket.data_received(frame(b"x" * 100) * 1000)
    assert 0 < connection.socket.queue.qsize() < 50
    for _ in range(5000):
        await asyncio.sleep(0)
    assert len(connection.queued) == 1000


@pytest.mark.parametrize(("opcode", "final"), [(PING, True), (PONG, True), (0, False)])
async def test_frames_that_are_no_messages_are_counted_by_time(connection, opcode, final):
    sent = frame(b"", opcode, final=final)
    await connection.send(frame(b"", final=False))
    for _ in range(10):
        await connection.send(sent * 50)
        connection.clock.turn(2.1)
    assert not connection.wire.is_closed
    await connection.send(sent * 101)
    assert connection.wire.is_closed


async def test_who_reads_nothing_is_cut_by_size_or_by_time(connection):
    connection.socket.pause_writing()
    connection.clock.turn(9.9)
    connection.socket.resume_writing()
    connection.socket.pause_writing()
    connection.clock.turn(9.9)
    assert not connection.wire.is_closed
    connection.clock.turn(0.1)
    assert connection.wire.is_closed


async def test_who_leaves_too_much_unread_is_cut_at_once(connection):
    connection.wire.unsent = 256 * 1024 + 1
    connection.extensions[SEND_NOW]("more")
    assert connection.wire.is_closed


async def test_no_utf_8_is_no_traceback(connection, caplog):
    assert await connection.send(frame(b"\xc3\x28")) == b"\x88\x02\x03\xef"
    assert connection.queued == [{"type": "websocket.disconnect", "code": 1007}]
    assert await connection.send(b"whatever follows" * 1000) == b""
    connection.clock.turn(2)
    assert connection.wire.is_closed
    assert not caplog.records


async def test_the_end_of_the_server_is_told_and_answered(connection):
    connection.socket.shutdown()
    assert connection.wire.written.endswith(b"\x88\x02\x03\xf4")
    assert not connection.wire.is_closed
    await connection.settle()
    assert connection.queued == [{"type": "websocket.disconnect", "code": 1012}]
    await connection.send(frame(b"late") + frame(b"\x03\xf4", CLOSE))
    assert connection.wire.is_closed


async def test_who_went_away_meanwhile_is_told_nothing(connection):
    written = connection.wire.written
    connection.wire.close()
    connection.socket.connection_lost(None)
    connection.socket.shutdown()
    assert connection.wire.written == written


async def test_who_does_not_answer_is_not_waited_for(connection):
    connection.socket.shutdown()
    connection.clock.turn(2)
    assert connection.wire.is_closed


async def test_a_handshake_that_is_not_answered_yet_is_refused_at_the_end():
    connection = await Connection(accepts=False).open()
    connection.socket.shutdown()
    assert connection.wire.written.startswith(b"HTTP/1.1 503 ")
    assert connection.wire.is_closed
    connection.socket.connection_lost(None)
    await connection.settle()


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST /ws/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n", 405),
        (b"GET /ws/ HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 400),
    ],
    ids=["another method", "a long header"],
)
async def test_a_handshake_that_cannot_be_read_is_refused(head, status):
    connection = Connection()
    assert (await connection.send(head)).startswith(b"HTTP/1.1 %d " % status)
    assert connection.wire.is_closed
    connection.socket.connection_lost(None)
