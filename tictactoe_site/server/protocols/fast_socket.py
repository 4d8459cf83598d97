"""uvicorn's own WebSocket protocol, with two ways around ASGI for a move, and limits.

Nothing here speaks the protocol; tests/server/test_fast_socket.py notices when uvicorn changes.
"""

import asyncio
import logging
import socket
import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tictactoe_site.common.asgi_extensions import HEAR_PONGS, RECEIVE_NOW, SEND_NOW

logger = logging.getLogger(__name__)

HandleNow = Callable[[str], bool]

READ_AT_ONCE = 4 * 1024  # bytes; a flood is read in turns with everybody else
MAX_UNSENT = 256 * 1024  # bytes that a client has not read yet
MAX_STALL = 10.0  # seconds in which a client does not catch up with what it is sent
MAX_IDLE_FRAMES = 100  # in IDLE_WINDOW: pings, pongs, fragments, and whatever follows a close
IDLE_WINDOW = 2.0  # seconds
CLOSING_TIMEOUT = 2.0  # seconds for a client to take part in the end of its socket

NO_UTF_8, RESTART = 1007, 1012
AT_ONCE = struct.pack("ii", 1, 0)  # the operating system forgets what it could not send, too


class FastSocket(WebSocketsSansIOProtocol):
    """One browser's or program's socket."""

    handle_now: HandleNow | None = None
    note_pong: Callable[[], None] | None = None
    stall: asyncio.TimerHandle | None = None
    unread = b""  # the bytes that have come, while others have their turn or the consumer is behind
    idle_frames, idle_since = 0, 0.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = CLOSING_TIMEOUT

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # whatever is not read at once counts as a stall

    def connection_lost(self, exc: Exception | None) -> None:
        self.end_stall()
        super().connection_lost(exc)

    # ---- reading ------------------------------------------------------------------------------

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions |= {SEND_NOW: self.send_now, RECEIVE_NOW: self.receive_now}
            extensions[HEAR_PONGS] = self.hear_pongs

    def receive_now(self, handle_now: HandleNow) -> None:
        """Offer *handle_now* every text from now on before it is queued for the application."""
        self.handle_now = handle_now

    def hear_pongs(self, note_pong: Callable[[], None]) -> None:
        """Call *note_pong* whenever a pong comes from now on."""
        self.note_pong = note_pong

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)  # the head, all of which uvicorn has read before
            if not self.handshake_initiated:
                self.refuse(400)
        elif len(data) <= READ_AT_ONCE and not self.unread:
            super().data_received(data)
        else:
            self.unread += data
            self.read_some()

    def read_some(self) -> None:
        if self.read_paused or self.transport.is_closing():
            return  # `receive` goes on
        data, self.unread = self.unread[:READ_AT_ONCE], self.unread[READ_AT_ONCE:]
        super().data_received(data)
        if self.unread:
            self.transport.pause_reading()
            self.loop.call_soon(self.read_some)
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        if self.unread and not self.read_paused:
            self.read_some()
        return message

    def send_receive_event_to_app(self) -> None:
        """Take a message that is whole."""
        if self.close_sent:
            self.count_idle_frame()
        elif self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(NO_UTF_8)
                self.handle_parser_exception()
                return
            if self.handle_now and self.queue.empty() and self.handle_now(text):
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self.count_idle_frame():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self.count_idle_frame():
            super().handle_pong(event)
            if self.note_pong:
                self.note_pong()

    def handle_cont(self, event: Any) -> None:
        if self.count_idle_frame():
            super().handle_cont(event)

    def count_idle_frame(self) -> bool:
        """Count a frame that is no message; False if it is one too many."""
        now = self.loop.time()
        if now - self.idle_since > IDLE_WINDOW:
            self.idle_frames, self.idle_since = 0, now
        self.idle_frames += 1
        if self.idle_frames > MAX_IDLE_FRAMES:
            self.cut("sends too many frames that are no messages")
        return self.idle_frames <= MAX_IDLE_FRAMES

    # ---- writing ------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether something can be sent. A client that goes without a word leaves `conn` open."""
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    async def send(self, message: Any) -> None:
        # The application may not have heard yet that the socket was ended here, or may end it for
        # each of several messages: to uvicorn that is an error of the application's.
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def send_now(self, text: str) -> None:
        """Send without the application's `send`; nothing happens if the socket is closing."""
        if self.is_open:
            self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))
            if self.transport.get_write_buffer_size() > MAX_UNSENT:
                self.cut("does not read what it is sent")

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stall = self.loop.call_later(MAX_STALL, self.cut, "has not caught up for too long")

    def resume_writing(self) -> None:
        super().resume_writing()
        self.end_stall()

    def end_stall(self) -> None:
        if self.stall:
            self.stall.cancel()
            self.stall = None

    # ---- the end ------------------------------------------------------------------------------

    def shutdown(self) -> None:
        """Tell the client to come back, and let it answer: else it might not hear of it."""
        if not self.handshake_complete:
            self.refuse(503)
        elif self.is_open and not self.close_sent:
            self.conn.send_close(RESTART)
            self.part(RESTART)

    def handle_parser_exception(self) -> None:
        if not self.handshake_complete:  # frames came before the answer, and they are none
            self.refuse(400)
        elif not self.close_sent and self.conn.close_sent:
            self.part(self.conn.close_sent.code)

    def part(self, code: int) -> None:
        """Send the close frame, and read on up to the answer: a reset would overtake the frame."""
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent, self.read_paused = True, False
        self.close_timer = self.loop.call_later(CLOSING_TIMEOUT, self.transport.abort)
        self.transport.resume_reading()
        self.loop.call_soon(self.read_some)

    def refuse(self, status: int) -> None:
        """Answer the handshake with *status*."""
        if not self.transport.is_closing():
            head = f"HTTP/1.1 {status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            self.transport.write(head.encode())
            self.handshake_complete = self.close_sent = True
            self.transport.close()

    def cut(self, why: str) -> None:
        """Close without a handshake, which this client would not take part in."""
        if not self.transport.is_closing():
            address = self.client[0] if self.client else "an unknown address"
            logger.info("Cut a socket of %s: it %s", address, why)
            if sock := self.transport.get_extra_info("socket"):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()
        elif self.transport.get_write_buffer_size():
            self.transport.abort()  # closing, and nobody reads the rest
