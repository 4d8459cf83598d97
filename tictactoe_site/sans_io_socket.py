"""A socket on asyncio, with bounds: what uvicorn serves instead of its own.

The protocol is that of websockets, without input and output; this is the one place that knows its
insides. uvicorn's own sockets bound neither what waits for a consumer nor what a client leaves
unread.
"""

import asyncio
import logging
import socket
import struct
import time
from collections.abc import Awaitable
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from tictactoe_site.asgi_types import Application, Message, Scope, header
from tictactoe_site.bounds import (
    MAX_IDLE_FRAMES,
    MAX_MESSAGE,
    MAX_UNSENT,
    READ_AT_ONCE,
    RECEIVE_NOW,
    SEND_NOW,
    Inbox,
    Reading,
    Take,
    known_close_code,
)
from tictactoe_site.frames import short_texts, text_frame

logger = logging.getLogger(__name__)

OPENING_TIMEOUT = 20.0  # seconds for a consumer to accept or refuse
CLOSING_TIMEOUT = 2.0  # seconds for a client to take part in the end of its socket
LEAVING_TIMEOUT = 10.0  # seconds for a consumer to end once its socket is gone
PING_INTERVAL = 20.0  # seconds in which a client says nothing
PING_TIMEOUT = 30.0  # seconds for its answer

AT_ONCE = struct.pack("ii", 1, 0)  # the operating system forgets what it could not send, too
NO_UTF_8 = 1007
INTERNAL_ERROR = 1011


class Socket(asyncio.Protocol):
    """One browser's or program's socket."""

    task: "asyncio.Task[None] | None" = None  # of the consumer
    response: Response | None = None  # to the handshake, until it is sent
    take: Take | None = None
    is_paused = False
    is_text = True  # what the fragments belong to
    has_left = False  # the consumer knows that nobody is there any more
    was_heard = True  # since the last check
    was_pinged = False  # since it was heard last
    bytes_sent = 0
    idle_frames = 0  # since the last check

    def __init__(
        self, application: Application, transport: asyncio.Transport, connections: set[Any]
    ) -> None:
        """*connections* are the server's; the socket is one of them for as long as it is open."""
        self.application = application
        self.transport = transport
        self.connections = connections
        self.connections.add(self)
        self.loop = asyncio.get_running_loop()
        self.conn = ServerProtocol(max_size=MAX_MESSAGE)
        self.inbox = Inbox(on_room=self.read_on)
        self.reading = Reading()
        self.unparsed = bytearray()
        self.fragments = bytearray()  # of a message that is not whole yet
        self.heard_at = time.monotonic()

    # ---- opening ------------------------------------------------------------------------------

    def open(self, head: bytes, rest: bytes, scope: Scope) -> "asyncio.Task[None] | None":
        """Let the consumer answer the handshake *head*, behind which *rest* was read already.

        Return the consumer's task, or None if there was no need to ask.
        """
        self.conn.receive_data(head)
        for request in self.conn.events_received():
            assert isinstance(request, Request)
            self.response = self.conn.accept(request)
            request.headers.clear()  # the protocol keeps it for as long as the socket is open
            if self.response.status_code != 101:
                self.answer()
        self.flush()
        if not self.response:
            return None
        self.pause()  # nothing counts before the answer
        self.unparsed += rest
        self.inbox.put_nowait({"type": "websocket.connect"})
        serving = self.application(socket_scope(scope, self), self.inbox.get, self.send)
        self.task = self.loop.create_task(self.run(serving))
        return self.task

    async def run(self, serving: Awaitable[Any]) -> None:
        """Wait for the end of the consumer."""
        code = 1000
        try:
            await serving
        except Exception:
            logger.exception("Exception inside application")
            code = INTERNAL_ERROR
        self.refuse(500)
        self.close_with(code)

    def accept(self, message: Message) -> None:
        if self.response and not self.transport.is_closing():
            for name, value in message.get("headers", ()):
                self.response.headers[name.decode("latin-1")] = value.decode("latin-1")
            if subprotocol := message.get("subprotocol"):
                self.response.headers["Sec-WebSocket-Protocol"] = subprotocol
            self.answer()
            self.read_on()

    def refuse(self, status: int) -> None:
        """Refuse the handshake, if it has not been answered."""
        if self.response:
            self.response = self.conn.reject(status, "")
            self.answer()
            self.leave(1006)

    def answer(self) -> None:
        assert self.response
        self.conn.send_response(self.response)
        self.response = None
        self.flush()

    # ---- reading ------------------------------------------------------------------------------

    def receive_now(self, take: Take) -> None:
        """Offer *take* every text from now on before it is queued for the application."""
        self.take = take

    def data_received(self, data: bytes) -> None:
        self.was_heard = True
        if self.conn.eof_sent:
            return  # whatever still comes is thrown away
        if not self.unparsed and self.conn.current_size is None:
            data = data[self.taken(data[:READ_AT_ONCE]) :]
        if data:
            self.unparsed += data
            self.read_frames()

    def taken(self, data: bytes) -> int:
        """Take the short texts that *data* begins with, and return how many bytes they are."""
        end = 0
        for text, next_frame in short_texts(data):
            if self.is_paused or self.conn.state is not State.OPEN:
                break
            self.take_text(text)
            end = next_frame
        return end

    def read_frames(self) -> None:
        """Hand what is not a short text to the protocol, frame by frame."""
        rest = READ_AT_ONCE
        while not self.is_paused and (length := frame_length(self.unparsed)):
            if rest <= 0:  # it is the others' turn
                self.pause()
                self.loop.call_soon(self.read_on)
                return
            rest -= length
            frame = bytes(self.unparsed[:length])
            del self.unparsed[:length]
            self.conn.receive_data(frame)
            for event in self.conn.events_received():
                assert isinstance(event, Frame)
                self.take_frame(event)
            self.flush()

    def take_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            assert self.conn.close_rcvd
            self.leave(self.conn.close_rcvd.code)
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY) or self.conn.state is not State.OPEN:
            self.idle_frames += 1
            if self.idle_frames > MAX_IDLE_FRAMES:
                self.cut("sends too many frames that are no messages")
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self.is_text = frame.opcode is Opcode.TEXT
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self.fragments += frame.data
            if frame.fin:
                data, self.fragments = bytes(self.fragments), bytearray()
                self.take_message(data)

    def take_message(self, data: bytes) -> None:
        if self.conn.state is not State.OPEN:
            return
        if not self.is_text:
            self.hand_on({"type": "websocket.receive", "bytes": data})
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.fail(NO_UTF_8)
            return
        self.take_text(text)

    def take_text(self, text: str) -> None:
        """Give the consumer *text* at once if it will have it and nothing waits before it."""
        if not (self.take and self.inbox.empty() and self.take(text)):
            self.hand_on({"type": "websocket.receive", "text": text})

    def hand_on(self, message: Message) -> None:
        """Put *message* before the consumer, and read no more while too many wait there."""
        self.inbox.put_nowait(message)
        if self.inbox.is_full():
            self.pause()

    def pause(self) -> None:
        if not self.transport.is_closing():
            self.is_paused = True
            self.transport.pause_reading()

    def read_on(self) -> None:
        """Go on after a pause: the consumer has caught up."""
        if self.is_paused and not self.transport.is_closing():
            self.is_paused = False
            self.transport.resume_reading()
            self.read_frames()

    # ---- writing ------------------------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """The ASGI application's `send`."""
        if message["type"] == "websocket.accept":
            self.accept(message)
        elif message["type"] == "websocket.close":
            self.refuse(403)
            self.close_with(message.get("code") or 1000)
        elif message.get("text") is not None:
            self.send_now(message["text"])
        elif self.conn.state is State.OPEN:
            self.conn.send_binary(message["bytes"])
            self.flush()

    def send_now(self, text: str) -> None:
        """Send a message without going through the ASGI application's `send`.

        Offered to consumers as an extension of their scope. One that does not know yet that its
        socket is closing may still call it.
        """
        if self.conn.state is State.OPEN:
            self.write(text_frame(text.encode()))

    def write(self, data: bytes) -> None:
        """Whoever does not read is cut here."""
        if self.transport.is_closing():
            return
        self.transport.write(data)
        self.bytes_sent += len(data)
        if self.transport.get_write_buffer_size() > MAX_UNSENT:
            self.cut("does not read what it is sent")

    def flush(self) -> None:
        """Send what the protocol has to say."""
        for data in self.conn.data_to_send():
            if data:
                self.write(data)
            elif not self.transport.is_closing():  # nothing more: the client is to close
                self.transport.write_eof()
                self.loop.call_later(CLOSING_TIMEOUT, self.transport.abort)

    # ---- closing ------------------------------------------------------------------------------

    def check(self, now: float) -> None:
        """Called every 2 s."""
        self.idle_frames = 0
        if self.was_heard:
            self.was_heard = self.was_pinged = False
            self.heard_at = now
        silence = now - self.heard_at
        unsent = self.transport.get_write_buffer_size()
        if self.response:
            if silence > OPENING_TIMEOUT:
                self.refuse(503)
        elif self.reading.has_stopped(self.bytes_sent - unsent, unsent, now):
            self.cut("has read nothing for too long")
        elif silence > PING_INTERVAL + PING_TIMEOUT:
            self.cut("does not answer")
        elif silence > PING_INTERVAL and not self.was_pinged and self.conn.state is State.OPEN:
            self.was_pinged = True
            self.conn.send_ping(b"")
            self.flush()

    def send_away(self, code: int) -> None:
        """Close, or refuse if it is not open yet."""
        self.refuse(503)
        self.close_with(code)

    def close_with(self, code: int) -> None:
        """Begin the closing handshake."""
        if self.conn.state is State.OPEN:
            self.conn.send_close(known_close_code(code))
            self.flush()
            self.loop.call_later(CLOSING_TIMEOUT, self.transport.abort)
            self.read_on()  # up to the answer

    def cut(self, why: str) -> None:
        """Close without a handshake, which this client would not take part in."""
        if not self.transport.is_closing():
            address = self.transport.get_extra_info("peername") or ["an unknown address"]
            logger.info("Cut a socket of %s: it %s", address[0], why)
            if sock := self.transport.get_extra_info("socket"):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self.connections.discard(self)
        self.conn.receive_eof()
        self.leave(self.conn.close_rcvd.code if self.conn.close_rcvd else 1006)
        if self.task and not self.task.done():
            self.loop.call_later(LEAVING_TIMEOUT, self.task.cancel)

    def leave(self, code: int) -> None:
        """Tell the consumer, once."""
        if not self.has_left:
            self.has_left = True
            self.inbox.put_nowait({"type": "websocket.disconnect", "code": code})


def socket_scope(page: Scope, socket: Socket) -> Scope:
    """The scope of *socket*, whose handshake came as the request *page*."""
    shared = ("asgi", "http_version", "server", "client", "root_path", "path", "raw_path")
    offered = b",".join(header(page, b"sec-websocket-protocol")).decode("latin-1")
    return {name: page[name] for name in (*shared, "query_string", "headers")} | {
        "type": "websocket",
        "scheme": "ws",
        "subprotocols": [name.strip() for name in offered.split(",") if name.strip()],
        "extensions": {SEND_NOW: socket.send_now, RECEIVE_NOW: socket.receive_now},
    }


def frame_length(data: bytearray) -> int:
    """How many bytes the first frame in *data* has; 0 if they have not all come.

    Of a frame that is too long only the head counts, which is enough to refuse it.
    """
    if len(data) < 2:
        return 0
    head = 6 if data[1] & 0x80 else 2
    length = data[1] & 0x7F
    if length > 125:
        size = 2 if length == 126 else 8
        head += size
        length = int.from_bytes(data[2 : 2 + size])
    if len(data) < head:
        return 0
    if length > MAX_MESSAGE:
        return head
    return head + length if len(data) >= head + length else 0
