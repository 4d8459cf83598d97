"""The way around ASGI for a program's move takes nothing but plain moves, and those in order."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from tests.server.fake_wire import Clock, Wire
from tictactoe_site.server.asgi_types import TAKE_MOVE
from tictactoe_site.server.pages import REST
from tictactoe_site.server.protocols.move_connection import Incomplete, read_move
from tictactoe_site.server.protocols.page_connection import PageConnection

UID = "7fQ2cV9bXa"
BODY = b'{"ply":0,"cell":"b2","id":"1"}'
LINE = f"POST /api/v1/games/{UID}/moves HTTP/1.1".encode()
FIELDS = {
    "Host": "localhost",
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
    "Authorization": "Bearer ttt_secret",
}


def request(line: bytes = LINE, body: bytes = BODY, **changed: str | None) -> bytes:
    fields = FIELDS | {"Content-Length": str(len(body))}
    fields |= {name.replace("_", "-"): value for name, value in changed.items()}
    rows = [f"{name}: {value}".encode() for name, value in fields.items() if value is not None]
    return b"\r\n".join([line, *rows, b"", body])


async def others(scope: Any, receive: Any, send: Any) -> None:
    body = b""
    while (message := await receive()).get("more_body"):
        body += message["body"]
    body += message.get("body", b"")
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 418, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Connection:
    """A program's connection; *taken* are its moves, each with what answers it."""

    def __init__(self, takes: bool = True) -> None:
        self.clock, self.wire = Clock(), Wire()
        self.taken: list[tuple[str, str, bytes]] = []
        self.answers: list[Callable[..., None]] = []
        self.takes = takes
        config = Config(others, interface="asgi3", log_config=None, timeout_keep_alive=75)
        self.protocol = PageConnection(
            config=config,
            server_state=ServerState(),
            app_state={TAKE_MOVE: self.take},
            _loop=self.clock,
        )
        self.protocol.connection_made(self.wire)

    def take(self, *, token: str, uid: str, body: bytes, answer: Callable[..., None]) -> bool:
        if self.takes:
            self.taken.append((token, uid, body))
            self.answers.append(answer)
        return self.takes

    async def send(self, data: bytes) -> None:
        self.protocol.data_received(data)
        await settled()

    def answer(self, status: int = 200) -> None:
        self.answers.pop(0)(status, [(b"content-type", b"application/json")], b"{}")
        self.clock.turn(0)

    @property
    def statuses(self) -> list[int]:
        return [int(part[:3]) for part in self.wire.written.split(b"HTTP/1.1 ")[1:]]


@pytest.fixture
async def connection():
    made = Connection()
    yield made
    made.protocol.connection_lost(None)
    await asyncio.sleep(0)


def test_a_plain_move_is_read():
    assert read_move(request() + b"rest") == ("ttt_secret", UID, BODY, b"rest", False)
    assert read_move(request(Connection="Keep-Alive")).is_last is False
    assert read_move(request(Connection="close")).is_last is True


@pytest.mark.parametrize(
    "odd",
    [
        request(LINE.replace(b"POST", b"PUT")),
        request(LINE.replace(b"1.1", b"1.0")),
        request(LINE.replace(b"moves", b"moves?x=1")),
        request(LINE.replace(b"moves", b"resign")),
        request(Host=None),
        request(Authorization=None),
        request(Authorization="Basic eDp5"),
        request(Content_Type="text/plain"),
        request(Content_Type=None),
        request(Content_Length=None),
        request(Content_Length="+30"),
        request(Content_Length="30, 30"),
        request(Content_Length="99999"),
        request(Transfer_Encoding="chunked"),
        request(Expect="100-continue"),
        request(Upgrade="websocket"),
        request(Connection="upgrade"),
        request(Content_Encoding="gzip"),
        request().replace(b"Host:", b"Host :"),
        request().replace(b"Host: localhost", b"Host: local\nhost"),
        request().replace(b"Host:", b"HOST: a\r\nhost:"),
        request().replace(b"Content-Length", b"Content-Length: 3\r\nContent-Length"),
        request().replace(b"Accept-Encoding:", b" folded:"),
        request(Padding="x" * 5000),
        b"x" * 5000,
    ],
)
async def test_anything_else_goes_the_usual_way(connection, odd):
    assert read_move(odd) is None
    await connection.send(odd)
    assert not connection.taken
    assert not connection.protocol.waiting


@pytest.mark.parametrize("length", [0, 20, len(LINE), len(request()) - len(BODY), -1])
def test_what_is_not_all_there_is_waited_for(length):
    with pytest.raises(Incomplete):
        read_move(request()[:length])


async def test_a_move_that_comes_in_parts_is_taken_whole(connection):
    await connection.send(request()[:30])
    for byte in request()[30:]:
        await connection.send(bytes([byte]))
    assert connection.taken == [("ttt_secret", UID, BODY)]
    connection.answer()
    assert connection.wire.written.endswith(
        b"content-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
    )


async def test_moves_that_come_together_are_taken_one_after_the_other(connection):
    await connection.send(request() * 3)
    for count in (1, 2, 3):
        assert len(connection.taken) == count
        connection.answer()
        await settled()
    assert connection.statuses == [200, 200, 200]


async def test_a_connection_is_closed_after_its_last_move(connection):
    await connection.send(request(Connection="close"))
    assert not connection.wire.is_closed
    connection.answer()
    assert b"connection: close\r\n" in connection.wire.written
    assert connection.wire.is_closed


async def test_moves_and_other_requests_share_a_connection(connection):
    page = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    await connection.send(request() + page)
    connection.answer()
    await settled()
    await connection.send(page)
    await connection.send(request())
    connection.answer()
    assert connection.statuses == [200, 418, 418, 200]


async def test_a_move_that_is_not_taken_goes_the_usual_way_whole(connection):
    connection.takes = False
    await connection.send(request())
    assert connection.statuses == [418]
    assert connection.wire.written.endswith(BODY)


async def test_who_moves_too_often_hears_of_it_late(connection):
    await connection.send(request() * 2)
    connection.answer(429)
    assert (connection.statuses, len(connection.taken)) == ([], 1)
    connection.clock.turn(REST)
    await settled()
    assert (connection.statuses, len(connection.taken)) == ([429], 2)


async def test_hundreds_of_moves_that_are_answered_at_once_are_taken_in_turn(connection):
    def refuse(*, answer: Callable[..., None], **move: object) -> bool:
        answer(409, [], b"{}")
        return True

    connection.protocol.app_state[TAKE_MOVE] = refuse
    connection.protocol.data_received(request() * 300)
    for _ in range(300):
        await asyncio.sleep(0)
    assert connection.statuses == [409] * 300


async def test_a_move_that_drips_is_ended(connection):
    await connection.send(request()[:30])
    connection.clock.turn(9)
    assert not connection.wire.is_closed
    connection.clock.turn(1)
    assert connection.wire.is_closed


async def test_moves_go_on_for_as_long_as_there_are_any(connection):
    for _ in range(10):
        for part in (request()[:30], request()[30:]):
            await connection.send(part)
            connection.clock.turn(8)
        connection.answer()
        connection.clock.turn(60)
    assert connection.statuses == [200] * 10
    assert not connection.wire.is_closed
    connection.clock.turn(75)
    assert connection.wire.is_closed


async def test_who_has_left_is_not_answered(connection):
    await connection.send(request())
    connection.wire.close()
    connection.answer()
    assert not connection.wire.written
