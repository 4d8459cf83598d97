"""A way around ASGI for a program's move: `POST /api/v1/games/<uid>/moves`.

Only a request of exactly the plain form that programs send is read here. Whatever else comes, and
whatever this way does not take, goes to uvicorn byte for byte, as if nobody had looked at it.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tictactoe_site.server.asgi_types import TAKE_MOVE, Headers, TakeMove
from tictactoe_site.server.pages import REST

BEGINNING = b"POST /api/v1/games/"
LINE = re.compile(rb"POST /api/v1/games/([A-Za-z0-9]{10})/moves HTTP/1\.1")
FIELD = re.compile(
    rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)"
)
BEARER = re.compile(rb"bearer (\S+)", re.IGNORECASE)
JSON = re.compile(rb"application/json(?: *; *charset=utf-8)?", re.IGNORECASE)
NEEDED = {b"host", b"authorization", b"content-type", b"content-length"}
# With these a request is more than a head and so many bytes.
UNCOMMON = {b"transfer-encoding", b"expect", b"upgrade", b"trailer", b"content-encoding"}
KEEP, CLOSE = b"keep-alive", b"close"
LONGEST_HEAD = 4 * 1024  # bytes
LONGEST_BODY = 1024
MOST_WAITING = 64 * 1024


class Incomplete(Exception):
    """More has to come before anything can be said."""


class Move(NamedTuple):
    """A program's move, and what came behind it. After the last one the connection is closed."""

    token: str
    uid: str
    body: bytes
    rest: bytes
    is_last: bool


class MoveConnection(H11Protocol):
    """uvicorn's connection, which hands a program's move to the site at once."""

    waiting = b""  # of what has come: part of a move, or what came behind one
    is_moving = False  # a move is being made, or its answer waits
    is_last = False  # the connection is closed after this move

    def data_received(self, data: bytes) -> None:
        if self.is_moving or self.waiting:
            self.waiting += data
            if len(self.waiting) > MOST_WAITING:
                self.flow.pause_reading()
            if not self.is_moving:
                self.look()
        elif data.startswith(BEGINNING) and self.is_between_requests():
            self.waiting = data
            self.look()
        else:
            super().data_received(data)

    def is_between_requests(self) -> bool:
        # h11 may hold the beginning of a request that came in pieces.
        if TAKE_MOVE not in self.app_state or self.conn.trailing_data[0]:
            return False
        return self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE

    def look(self) -> None:
        """Have the move made that has come, or hand on what is none."""
        data = self.waiting
        try:
            found = read_move(data)
        except Incomplete:
            return
        self.waiting = b""
        if found is None or not self.take(found):
            super().data_received(data)

    def take(self, move: Move) -> bool:
        """Whether the move is being made; it is answered then, and what follows it comes next."""
        take_move: TakeMove = self.app_state[TAKE_MOVE]
        # uvicorn's timer is for connections that ask nothing, and it does not see this request.
        self._unset_keepalive_if_required()
        self.is_moving, self.waiting, self.is_last = True, move.rest, move.is_last
        if take_move(token=move.token, uid=move.uid, body=move.body, answer=self.answer):
            return True
        self.is_moving, self.waiting = False, b""
        return False

    def answer(self, status: int, headers: Headers, body: bytes) -> None:
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            # Late, on whatever connection: who does not heed it would ask again at once.
            self.loop.call_later(REST, self.write_answer, status, headers, body)
        else:
            self.write_answer(status, headers, body)

    def write_answer(self, status: int, headers: Headers, body: bytes) -> None:
        if self.transport.is_closing():
            return
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
        named = [*headers, (b"content-length", str(len(body)).encode())]
        if self.is_last:
            named.append((b"connection", CLOSE))
        for name, value in (*self.server_state.default_headers, *named):
            lines.append(name + b": " + value)
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        if self.is_last:
            self.transport.close()
        elif self.waiting:
            self.loop.call_soon(self.go_on)  # not in a call of a call: there may be hundreds
        else:
            self.go_on()

    def go_on(self) -> None:
        """The next request may come."""
        self.is_moving = False
        self.on_response_complete()
        if self.waiting and not self.transport.is_closing():
            data, self.waiting = self.waiting, b""
            self.data_received(data)


def read_move(data: bytes) -> Move | None:
    """A move in its plain form; None for anything else. Raises Incomplete."""
    end = data.find(b"\r\n\r\n")
    if end < 0 and len(data) <= LONGEST_HEAD:
        raise Incomplete
    if not 0 < end <= LONGEST_HEAD:
        return None
    line, *rows = data[:end].split(b"\r\n")
    wanted, fields = LINE.fullmatch(line), read_fields(rows)
    if wanted is None or fields is None:
        return None
    token, length = BEARER.fullmatch(fields[b"authorization"]), fields[b"content-length"]
    # Four digits are more than enough, and int() of thousands would take its time.
    is_plain = JSON.fullmatch(fields[b"content-type"]) and length.isdigit() and len(length) < 5
    if token is None or not is_plain or int(length) > LONGEST_BODY:
        return None
    begin = end + 4
    body = data[begin : begin + int(length)]
    if len(body) < int(length):
        raise Incomplete
    return Move(
        token=token[1].decode(),
        uid=wanted[1].decode(),
        body=body,
        rest=data[begin + int(length) :],
        is_last=fields.get(b"connection", KEEP).lower() == CLOSE,
    )


def read_fields(rows: list[bytes]) -> dict[bytes, bytes] | None:
    """The fields of a head, unless there is one twice, one is missing, or one is uncommon."""
    found = [FIELD.fullmatch(row) for row in rows]
    fields: dict[Any, Any] = {field[1].lower(): field[2] for field in found if field}
    is_plain = len(fields) == len(rows) and fields.keys() >= NEEDED
    if not is_plain or fields.keys() & UNCOMMON:
        return None
    return fields if fields.get(b"connection", KEEP).lower() in (KEEP, CLOSE) else None
