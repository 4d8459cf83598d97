"""uvicorn's own connection for pages, with limits in number and time.

Clients that send their requests byte by byte hold neither many connections nor any for long.
"""

import asyncio
import resource
from typing import Any, ClassVar

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from tictactoe_site.common.addresses import UNKNOWN, address_group, is_trusted
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.server.asgi_types import IS_FULL, ON_STOP, WRITE_NOW
from tictactoe_site.server.pages import BODY_TIMEOUT

# For the database of each page's thread (a file, its log and an index), the journal and the rest.
KEPT_FOR_FILES = 200
KEPT_FOR_PAGES = 100
HEAD_TIMEOUT = 10.0  # seconds for all of a request's head
MAX_UNSENT = 256 * 1024  # bytes of a stream that a client has not read yet
MAX_STALL = 30.0  # seconds in which a client reads no part of its page
NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 19\r\nConnection: close\r\n\r\nService Unavailable"
)
# What a client owes, by the state that it is in, and the seconds it has for it. A page's body is
# refused before that (see pages.py); this is for what no page waits for.
OWED = {h11.IDLE: HEAD_TIMEOUT, h11.SEND_BODY: BODY_TIMEOUT + 5}


def max_connections() -> int:
    """Return how many connections may be open at once; with few descriptors, half of them."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft - min(KEPT_FOR_FILES, soft // 2)


def max_with_another_socket() -> int:
    """Return up to how many connections a new socket is let in: pages have room even then."""
    connections = max_connections()
    return connections - min(KEPT_FOR_PAGES, connections // 4)


class PageConnection(H11Protocol):
    """One connection that asks for pages, until it becomes a socket."""

    open: ClassVar[Cap] = Cap()  # by address; proxies are not counted

    address = ""
    owing: object = None
    debt: asyncio.TimerHandle | None = None
    stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        peer = self.client[0] if self.client else UNKNOWN
        if not is_trusted(peer, settings.TRUSTED_PROXIES):
            address = address_group(peer)
            if not self.open.take(address, most=settings.CONNECTIONS_PER_ADDRESS):
                transport.abort()
                return
            self.address = address
        self.expect_more()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.scope and self.scope["http_version"] == "1.1":
            self.scope["state"][WRITE_NOW] = self.write_now  # its application begins after this
            self.scope["state"][IS_FULL] = self.is_full()
        self.expect_more()

    def write_now(self, part: bytes) -> None:
        """Write *part* of a chunked answer, around ASGI; cut off a client that reads too little."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%b\r\n" % (len(part), part))
            if self.transport.get_write_buffer_size() > MAX_UNSENT:
                self.transport.abort()

    def expect_more(self) -> None:
        """Begin to wait for what the client owes now; more of the same gets no more time."""
        state = self.conn.their_state
        owing, seconds = (state, self.cycle), OWED.get(state)
        if owing != self.owing:
            self.owing = owing
            self.debt = self.rearmed(self.debt, seconds)

    def rearmed(
        self, timer: asyncio.TimerHandle | None, seconds: float | None
    ) -> asyncio.TimerHandle | None:
        """Return, instead of *timer*, one that ends the connection in so many seconds, if any."""
        if timer:
            timer.cancel()
        if seconds is None or self.transport.is_closing():
            return None
        return self.loop.call_later(seconds, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stall = self.rearmed(self.stall, MAX_STALL)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stall = self.rearmed(self.stall, None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.leave()  # sockets are counted by themselves
        if self.is_full():
            self.transport.write(NO_ROOM)
            self.transport.close()
            return
        super().handle_websocket_upgrade(event)
        self.owing = (self.conn.their_state, self.cycle)

    def is_full(self) -> bool:
        """Return whether no new socket is let in, because few more files may be opened."""
        return len(self.connections) > max_with_another_socket()

    def shutdown(self) -> None:
        """Tell a stream, which does not end by itself, that the server stops."""
        super().shutdown()
        if self.scope and (stop := self.scope["state"].get(ON_STOP)):
            stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        """Count no longer as one of the address's connections."""
        self.debt = self.rearmed(self.debt, None)
        self.stall = self.rearmed(self.stall, None)
        if self.address:
            self.open.give_back(self.address)
            self.address = ""
