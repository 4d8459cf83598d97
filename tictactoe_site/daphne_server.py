"""The site's server on daphne."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

from daphne.server import Server as Daphne
from daphne.server import reactor, twisted_loop
from twisted.internet.error import CannotListenError
from twisted.logger import globalLogBeginner

from tictactoe_site.bounds import BACKLOG, RECEIVE_NOW, REQUEST_TIMEOUT, RESTART, SEND_NOW, Inbox
from tictactoe_site.edge import PageFactory, Socket, SocketFactory
from tictactoe_site.ending import SIGNALS, OrderlyEnd

SECONDS_BETWEEN_CHECKS = 2  # of the limits in time
CHECKS_AT_ONCE = 50  # half a millisecond


class Server(OrderlyEnd, Daphne):
    """daphne with bounded protocols and an orderly end."""

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
        super().__init__(application, endpoints=["ours"], http_timeout=REQUEST_TIMEOUT)
        self.host = host
        self.port = port
        self.at_start = at_start
        self.at_end = at_end
        self.connections: dict[Any, dict[str, Any]] = {}

    def run(self) -> None:
        """Serve until a signal. Raises OSError if the address is taken."""
        # Nothing from twisted itself: whatever matters is logged where it happens.
        globalLogBeginner.beginLoggingTo([], redirectStandardIO=False, discardBuffer=True)
        asyncio.set_event_loop(twisted_loop)
        self.http_factory = PageFactory(self)
        self.ws_factory = SocketFactory(self, server=self.server_name)
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout, openHandshakeTimeout=self.websocket_handshake_timeout
        )
        self.listener = self.listen()
        reactor.callLater(1, self.application_checker)
        reactor.callLater(SECONDS_BETWEEN_CHECKS, self.timeout_checker)
        for call in self.at_start:
            twisted_loop.call_soon(call)
        for number in SIGNALS:
            twisted_loop.add_signal_handler(number, self.begin_to_stop)
        reactor.run(installSignalHandlers=False)

    def listen(self) -> Any:
        try:
            return reactor.listenTCP(
                self.port, self.http_factory, backlog=BACKLOG, interface=self.host
            )
        except CannotListenError as error:
            raise error.socketError from None

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox:
        """As daphne's, but with an inbox that says when there is room again."""
        inbox = Inbox(on_room=getattr(protocol, "read_on", lambda: None))
        scope.setdefault("asgi", {"version": "3.0"})
        if isinstance(protocol, Socket):
            scope["extensions"] = {
                SEND_NOW: protocol.send_now,
                RECEIVE_NOW: protocol.receive_now,
            }
        running = self.application(scope, inbox.get, partial(self.handle_reply, protocol))
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(running)
        return inbox

    def timeout_checker(self) -> None:
        """As daphne's, but in portions: to check thousands at once holds up everybody's moves."""
        self.checking = asyncio.ensure_future(self.check_timeouts())

    async def check_timeouts(self) -> None:
        try:
            for number, protocol in enumerate(list(self.connections), start=1):
                if protocol in self.connections:
                    protocol.check_timeouts()
                if number % CHECKS_AT_ONCE == 0:
                    await asyncio.sleep(0)
        finally:
            reactor.callLater(SECONDS_BETWEEN_CHECKS, self.timeout_checker)

    # ---- stopping -----------------------------------------------------------------------------

    def send_away(self) -> None:
        for protocol in list(self.connections):
            if isinstance(protocol, Socket):
                protocol.send_away(RESTART)

    def running(self) -> "list[asyncio.Future[Any]]":
        futures = (details.get("application_instance") for details in self.connections.values())
        return [future for future in futures if future and not future.done()]

    async def stop_listening(self) -> None:
        await asyncio.ensure_future(self.listener.stopListening().asFuture(twisted_loop))

    def stop(self) -> None:
        Daphne.stop(self)
