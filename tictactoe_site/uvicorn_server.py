"""The site's server on uvicorn: this is the one place that knows its insides."""

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from uvicorn import Config
from uvicorn import Server as Uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tictactoe_site.asgi_types import Application, Receive, Scope, Send
from tictactoe_site.bounds import BACKLOG, REQUEST_TIMEOUT, RESTART
from tictactoe_site.ending import SIGNALS, OrderlyEnd
from tictactoe_site.sans_io_socket import Socket

KEEP_ALIVE = 75  # seconds; more than the minute for which nginx keeps a connection to us
TICKS_BETWEEN_CHECKS = 20  # of uvicorn's, which are 0.1 s

RESTARTING = b"HTTP/1.1 503 Restarting\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_LATE = b"HTTP/1.1 503 Too late\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Server(OrderlyEnd, Uvicorn):
    """uvicorn with bounded protocols and an orderly end."""

    def __init__(
        self,
        application: Any,
        *,
        host: str,
        port: int,
        at_start: Iterable[Callable[[], object]] = (),
        at_end: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """*at_start* is called before the first connection, *at_end* awaited after the last."""
        config = Config(
            quiet_when_cancelled(application),
            host=host,
            port=port,
            interface="asgi3",
            http=partial(Page, self),
            ws=Socket,
            lifespan="off",
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE,
            proxy_headers=False,  # the site has its own
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="warning",
        )
        super().__init__(config)
        self.application = application
        self.at_start = at_start
        self.at_end = at_end

    def run(self) -> None:
        """Serve until a signal. Raises OSError if the address is taken."""
        logging.getLogger("websockets.server").setLevel(logging.WARNING)
        family = socket.AF_INET6 if ":" in self.config.host else socket.AF_INET
        address = (self.config.host, self.config.port)
        with socket.create_server(address, family=family, backlog=BACKLOG) as listener:
            super().run(sockets=[listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for call in self.at_start:
            call()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_BETWEEN_CHECKS == 0:
            now = time.monotonic()
            for connection in list(self.server_state.connections):
                connection.check(now)
        return await super().on_tick(counter)

    # ---- stopping -----------------------------------------------------------------------------

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        for number in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self.begin_to_stop)
        yield

    def send_away(self) -> None:
        for connection in list(self.server_state.connections):
            if isinstance(connection, Socket):
                connection.send_away(RESTART)

    def running(self) -> "list[asyncio.Future[Any]]":
        return [task for task in self.server_state.tasks if not task.done()]

    async def stop_listening(self) -> None:
        for server in self.servers:
            server.close()
        for page in self.pages():
            if not page.transport.is_closing():
                page.shutdown()  # at once, or after its answer

    def give_up(self) -> None:
        for page in self.pages():
            page.give_up()

    def pages(self) -> "list[Page]":
        return [one for one in self.server_state.connections if isinstance(one, Page)]

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """What uvicorn does at its end; all that takes time has been done before."""
        await self.stop_listening()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)


class Page(H11Protocol):
    """One connection that asks for pages, until it becomes a socket."""

    stage: object = None
    stage_begun = 0.0

    def __init__(self, owner: Server, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self.owner = owner

    def check(self, now: float) -> None:
        """Called every 2 s: neither a request nor its page is waited for without end."""
        is_idle = self.cycle is None or self.cycle.response_complete
        stage = (self.cycle, is_idle, self.transport.get_write_buffer_size())
        if stage != self.stage:
            self.stage, self.stage_begun = stage, now
        elif now - self.stage_begun > REQUEST_TIMEOUT:
            self.give_up()

    def give_up(self) -> None:
        if self.cycle and not self.cycle.response_started:
            self.transport.write(TOO_LATE)
        if self.cycle:
            self.cycle.disconnected = True  # whatever it still says is dropped
        self.transport.close()

    def handle_websocket_upgrade(self, event: Any) -> None:
        if self.owner.is_draining:
            self.transport.write(RESTARTING)
            self.transport.close()
            return
        self.connections.discard(self)
        head = [b"%s %s HTTP/%s" % (event.method, event.target, event.http_version)]
        head += [b"%s: %s" % (name, value) for name, value in self.headers]
        upgraded = Socket(self.owner.application, self.transport, self.connections)
        self.transport.set_protocol(upgraded)
        rest, _ = self.conn.trailing_data
        if task := upgraded.open(b"\r\n".join([*head, b"", b""]), rest, self.scope):
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)


def quiet_when_cancelled(application: Application) -> Application:
    """uvicorn makes a page and a traceback of whatever an application ends with."""

    async def quiet(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(asyncio.CancelledError):
            await application(scope, receive, send)

    return quiet
