"""daphne's protocols with bounds.

This is the one place that knows the insides of daphne, autobahn and twisted. Without it the
site runs on any ASGI server, less well guarded.
"""

import asyncio
import contextlib
import logging
import time
from types import SimpleNamespace
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from tictactoe_site.bounds import (
    MAX_BODY,
    MAX_IDLE_FRAMES,
    MAX_MESSAGE,
    MAX_UNSENT,
    READ_AT_ONCE,
    TOO_BIG,
    Reading,
    Take,
    known_close_code,
)
from tictactoe_site.frames import short_texts, text_frame

logger = logging.getLogger(__name__)

MESSAGES = {WebSocketProtocol.MESSAGE_TYPE_TEXT, WebSocketProtocol.MESSAGE_TYPE_BINARY}


class Socket(WebSocketProtocol):
    """One browser's or program's socket."""

    is_paused = False
    take: Take | None = None
    bytes_sent = 0
    idle_frames = 0  # since the last look

    def __init__(self) -> None:
        super().__init__()
        self.reading = Reading()

    # What autobahn copies to a connection, it also formats for a log that nobody reads, which takes
    # a third of a millisecond for each. The factory gives it to the class instead.
    CONFIG_ATTRS: tuple[str, ...] = ()

    # ---- opening ------------------------------------------------------------------------------

    def connectionMade(self) -> None:
        super().connectionMade()
        self.transport.bufferSize = READ_AT_ONCE

    def onOpen(self) -> None:
        super().onOpen()
        self.forget_handshake()

    def forget_handshake(self) -> None:
        """Let go of what only opening needed, and most sockets would hold while they idle."""
        self.transport.unregisterProducer()  # the HTTP channel, with its request and headers
        self.request = SimpleNamespace(path=self.request.path)  # daphne asks for it at the end
        self.http_request_data = b""
        self.http_headers = self.http_request_params = {}
        self.clean_headers = []

    # ---- reading ------------------------------------------------------------------------------

    def receive_now(self, take: Take) -> None:
        """Offer *take* every short text from now on before it is queued for the application."""
        self.take = take
        self.read_directly()

    def read_directly(self) -> None:
        """Let the loop call `read_now`, where twisted had it call a way to its own reading."""
        if self.take and self.state == self.STATE_OPEN and not self.is_paused:
            loop = asyncio.get_running_loop()
            loop.add_reader(self.transport.fileno(), self.read_now, self.take)

    def read_now(self, take: Take) -> None:
        try:
            data = self.transport.socket.recv(READ_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:  # the end, which twisted has to find by itself
            self.transport.pauseProducing()
            self.transport.resumeProducing()
            return
        rest = data[self.taken(data, take) :]
        if rest:
            self.dataReceived(rest)

    def taken(self, data: bytes, take: Take) -> int:
        """How many bytes of *data* are messages that *take* has dealt with."""
        end = 0
        if self.data or self.current_frame or self.inside_message:
            return end
        if not self.application_queue.empty():
            return end
        self.last_ping = time.time()
        for text, next_frame in short_texts(data):
            if self.state != self.STATE_OPEN or not take(text):
                break
            end = next_frame
        return end

    def onFrameBegin(self) -> None:
        super().onFrameBegin()
        if self.current_frame.opcode not in MESSAGES or self.state != self.STATE_OPEN:
            self.idle_frames += 1
            if self.idle_frames > MAX_IDLE_FRAMES:
                self.cut("sends too many frames that are no messages")

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > MAX_MESSAGE and not self.failedByMe:
            self.failedByMe = True  # the rest of it is read and thrown away
            self.close_with(TOO_BIG)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        super().onMessage(payload, isBinary)
        if self.application_queue.is_full():
            self.is_paused = True
            self.transport.pauseProducing()

    def processData(self) -> bool:
        """Take one frame out of what was read; return whether there may be another."""
        return not self.is_paused and super().processData()

    def read_on(self) -> None:
        """Go on after a pause: the consumer has caught up."""
        if self.is_paused and self.state != self.STATE_CLOSED:
            self.is_paused = False
            self.transport.resumeProducing()
            self.read_directly()
            self.consumeData()

    # ---- writing ------------------------------------------------------------------------------

    def sendData(self, data: bytes, *args: Any, **kwargs: Any) -> None:
        super().sendData(data, *args, **kwargs)
        self.bytes_sent += len(data)
        if self.unsent() > MAX_UNSENT:
            self.cut("does not read what it is sent")

    def unsent(self) -> int:
        """How many bytes wait in this process because the client does not read them."""
        transport = self.transport
        return len(transport.dataBuffer) - transport.offset + transport._tempDataLen

    def check_timeouts(self) -> None:
        """Called every 2 s."""
        super().check_timeouts()
        self.idle_frames = 0
        if self.state in (self.STATE_OPEN, self.STATE_CLOSING):
            unsent = self.unsent()
            if self.reading.has_stopped(self.bytes_sent - unsent, unsent, time.monotonic()):
                self.cut("has read nothing for too long")

    def send_now(self, text: str) -> None:
        """Send a message without going through the ASGI application's `send`.

        Offered to consumers as an extension of their scope. Whoever does not read is cut here,
        as for all that is sent.
        """
        if self.state != self.STATE_OPEN or self._perMessageCompress:
            self.serverSend(text)
            return
        self.write_now(text_frame(text.encode()))

    def write_now(self, data: bytes) -> None:
        """Hand *data* to the operating system; only what it does not take waits for the loop.

        Twisted would register the socket for writing and take it off again for every frame.
        """
        self.bytes_sent += len(data)
        if not self.unsent():
            with contextlib.suppress(OSError):  # full, or broken: twisted will find out
                data = data[self.transport.socket.send(data) :]
        if data:
            self.transport.write(data)
            if self.unsent() > MAX_UNSENT:
                self.cut("does not read what it is sent")

    def serverSend(self, content: Any, binary: bool = False) -> None:
        # A consumer cannot know yet that its socket is closing; what it says is dropped.
        if self.state in (self.STATE_CONNECTING, self.STATE_OPEN):
            super().serverSend(content, binary)

    # ---- closing ------------------------------------------------------------------------------

    def serverClose(self, code: int | None = None) -> None:
        self.close_with(1000 if code is None else code)

    def close_with(self, code: int) -> None:
        """Begin the closing handshake; unlike autobahn's sendClose, with any code that exists."""
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=known_close_code(code), isReply=False)

    def send_away(self, code: int) -> None:
        """Close, or refuse if it is not open yet."""
        if self.state == self.STATE_CONNECTING and hasattr(self, "handshake_deferred"):
            self.serverReject()
        self.close_with(code)

    def cut(self, why: str) -> None:
        """Close without a handshake, which this client would not take part in."""
        if self.state != self.STATE_CLOSED:
            logger.info("Cut a socket of %s: it %s", self.address, why)
            self.dropConnection(abort=True)

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        # A handshake that was refused never became one of the server's connections.
        if self in self.factory.server_class.connections:
            super().onClose(wasClean, code, reason)

    @property
    def address(self) -> str:
        return str(self.client_addr[0]) if self.client_addr else "an unknown address"


class SocketFactory(WebSocketFactory):
    def setProtocolOptions(self, **options: Any) -> None:
        """As autobahn's, but all sockets have the options in common. To be called in any case."""
        super().setProtocolOptions(**options)
        shared = {name: getattr(self, name) for name in WebSocketProtocol.CONFIG_ATTRS}
        # In a class a function would become a method.
        functions = {name: staticmethod(one) for name, one in shared.items() if callable(one)}
        self.protocol = type("Socket", (Socket,), shared | functions)


class Page(WebRequest):
    """One request for a page, or for a socket."""

    body_length = 0

    def process(self) -> Any:
        if self.server.is_draining and self.requestHeaders.hasHeader(b"Upgrade"):
            # At once: all who were sent away may ask, while the server tries to come to its end.
            self.basic_error(503, b"Service Unavailable", "The server restarts.")
            return None
        return super().process()

    def gotLength(self, length: int | None) -> None:
        super().gotLength(length)
        self.refuse_above(length or 0)

    def handleContentChunk(self, data: bytes) -> None:
        self.body_length += len(data)
        if self.body_length <= MAX_BODY:
            super().handleContentChunk(data)
        self.refuse_above(self.body_length)

    def refuse_above(self, length: int) -> None:
        if length > MAX_BODY and self.channel and not self.channel.transport.disconnecting:
            self.channel.transport.write(
                b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            self.channel.loseConnection()


class PageFactory(HTTPFactory):
    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Page
        return protocol
