"""The server: `python -m tictactoe_site.server` serves pages and sockets until it is told to stop.

SIGTERM and SIGINT let it finish: readiness goes, new sockets are refused, open ones are closed
with 1012 and run their disconnect, and the process ends with code 0 within 10 seconds.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from daphne.server import Server as Daphne
from daphne.server import reactor, twisted_loop
from twisted.internet.error import CannotListenError
from twisted.logger import globalLogBeginner

from tictactoe_site import environment, health
from tictactoe_site.edge import RESTART, SEND_NOW, Inbox, PageFactory, Socket, SocketFactory
from tictactoe_site.metrics import serve_metrics
from tictactoe_site.prepare import prepare

logger = logging.getLogger("tictactoe_site.server")  # also when it is run as __main__

REQUEST_TIMEOUT = 60.0  # seconds until a page that is not ready is given up
CLOSING_TIMEOUT = 7.0  # seconds for the sockets to close and the pages to finish
STOPPING_TIMEOUT = 9.5  # seconds after which the process ends whatever still runs
BACKLOG = 1024  # connections that the operating system may hold for us


class Server(Daphne):
    """daphne with bounded protocols and an orderly end."""

    is_draining = False

    def __init__(
        self,
        application: Any,
        *,
        host: str,
        port: int,
        at_end: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """*at_end* is awaited once nobody is served any more."""
        super().__init__(application, endpoints=["ours"], http_timeout=REQUEST_TIMEOUT)
        self.host = host
        self.port = port
        self.at_end = at_end
        self.connections: dict[Any, dict[str, Any]] = {}

    def run(self) -> None:
        """Serve until a signal. Raises CannotListenError if the address is taken."""
        # Nothing from twisted itself: whatever matters is logged where it happens.
        globalLogBeginner.beginLoggingTo([], redirectStandardIO=False, discardBuffer=True)
        asyncio.set_event_loop(twisted_loop)
        self.http_factory = PageFactory(self)
        self.ws_factory = SocketFactory(self, server=self.server_name)
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout, openHandshakeTimeout=self.websocket_handshake_timeout
        )
        self.listener = reactor.listenTCP(
            self.port, self.http_factory, backlog=BACKLOG, interface=self.host
        )
        reactor.callLater(1, self.application_checker)
        reactor.callLater(2, self.timeout_checker)
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.begin_to_stop)
        reactor.run(installSignalHandlers=False)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox:
        """As daphne's, but with an inbox that says when there is room again."""
        inbox = Inbox(on_room=getattr(protocol, "read_on", lambda: None))
        scope.setdefault("asgi", {"version": "3.0"})
        if isinstance(protocol, Socket):
            scope["extensions"] = {SEND_NOW: protocol.send_now}
        running = self.application(scope, inbox.get, partial(self.handle_reply, protocol))
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(running)
        return inbox

    # ---- stopping -----------------------------------------------------------------------------

    def begin_to_stop(self) -> None:
        if self.is_draining:  # asked twice: at once
            self.stop()
            return
        logger.info("Stopping")
        self.is_draining = True
        health.drain()
        last_resort = threading.Timer(STOPPING_TIMEOUT, os._exit, args=(0,))
        last_resort.daemon = True
        last_resort.start()
        self.draining = asyncio.ensure_future(self.drain())

    async def drain(self) -> None:
        """Close the sockets, wait for whatever still runs, and stop."""
        for protocol in list(self.connections):
            if isinstance(protocol, Socket):
                protocol.send_away(RESTART)
        if running := self.running():
            await asyncio.wait(running, timeout=CLOSING_TIMEOUT)
        if hanging := self.running():
            logger.warning("%s connections did not finish", len(hanging))
            for task in hanging:
                task.cancel()
            await asyncio.wait(hanging, timeout=1)
        if self.at_end:
            await self.at_end()
        await asyncio.ensure_future(self.listener.stopListening().asFuture(twisted_loop))
        self.stop()

    def running(self) -> list["asyncio.Future[None]"]:
        """What the open sockets and the unfinished pages wait for."""
        futures = (details.get("application_instance") for details in self.connections.values())
        return [future for future in futures if future and not future.done()]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    environment.load_settings_or_exit()
    from django.conf import settings

    from tictactoe_site.asgi import application  # loads the applications, so it comes first

    from games.live import thinking  # isort: skip
    from games.upkeep import Upkeep  # isort: skip

    if not settings.DEBUG and not (settings.STATIC_ROOT / "staticfiles.json").exists():
        environment.leave("There are no static files yet: run `python manage.py collectstatic`.")
    if "--prepare" in sys.argv[1:]:
        prepare()
    if settings.METRICS_PORT:
        serve_metrics(settings.METRICS_PORT)
    upkeep = Upkeep()
    server = Server(application, host=settings.HOST, port=settings.PORT, at_end=upkeep.stop)
    twisted_loop.call_soon(greet, settings.PUBLIC_ORIGINS[0])
    twisted_loop.call_soon(upkeep.start)  # before the first page: clocks may have to be set right
    twisted_loop.call_soon(thinking.warm_up)
    try:
        server.run()
    except CannotListenError as error:
        environment.leave(
            f"Nothing can listen on port {settings.PORT} of {settings.HOST}: "
            f"{error.socketError.strerror}. Stop what does, or set PORT."
        )


def greet(address: str) -> None:
    print(f"Tic Tac Toe is at {address}")
    python = os.path.relpath(sys.executable)
    print(f"A staff account, for {address}/admin/: {python} manage.py createsuperuser")
    print("Ctrl-C stops the server.", flush=True)


if __name__ == "__main__":
    main()
