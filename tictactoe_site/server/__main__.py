"""The server: `python -m tictactoe_site.server` serves pages and sockets until it is told to stop.

On uvicorn, SIGTERM and SIGINT let it finish: it takes no new connection, open sockets are closed
with 1012 and run their disconnect, and the process ends with code 0. If it hangs, SIGALRM ends it
after 9.5 seconds. With SERVER=daphne it is daphne as it comes, for one machine.
"""

import asyncio
import logging
import math
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, TypeVar

from prometheus_client import start_http_server
from uvicorn import Config
from uvicorn import Server as Uvicorn

from tictactoe_site import environment
from tictactoe_site.prepare import prepare
from tictactoe_site.server.process import shared_port, supervisor
from tictactoe_site.server.process.allocator import give_memory_back
from tictactoe_site.server.process.ending import end_at_once, set_last_resort
from tictactoe_site.server.protocols.fast_socket import FastSocket
from tictactoe_site.server.protocols.page_connection import max_connections

T = TypeVar("T")

APPLICATION = "tictactoe_site.asgi:application"
MAX_MESSAGE = 16 * 1024  # bytes of one message from a client, in however many frames
PAGE_TIMEOUT = 60  # seconds
METRICS_HOST = "127.0.0.1"  # this machine alone: a proxy in front of the site never leads here
BACKLOG = 1024  # connections that the operating system may hold for us
KEEP_ALIVE = 75  # seconds; more than the minute for which nginx may keep a connection to us
PARTING_TIME = 2.0  # seconds in which all tabs are sent away
BETWEEN_PORTIONS = 0.1  # seconds
MIN_PORTION = 20  # tabs; another process lets in so many meanwhile
FINISHING_TIMEOUT = 5  # seconds for sockets to close and pages to be finished


def main() -> None:
    give_memory_back()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    environment.load_settings_or_exit()
    from django.conf import settings

    if not settings.DEBUG and not (settings.STATIC_ROOT / "staticfiles.json").exists():
        environment.leave("There are no static files yet: run `python manage.py collectstatic`.")
    from tictactoe_site.asgi import application  # loads the applications

    if "--prepare" in sys.argv[1:]:
        prepare()
    if settings.METRICS_PORT:
        serve_metrics(settings.METRICS_PORT)
    listener = listen(settings.HOST, settings.PORT, share=settings.SHARE_PORT)
    greet(settings.PUBLIC_ORIGINS[0])
    if settings.SERVER == "DAPHNE":
        # daphne opens the port itself; to have opened it has shown that it is free.
        listener.close()
        run_daphne(settings.HOST, settings.PORT)
    else:
        run_uvicorn(application, listener)


def listen(host: str, port: int, *, share: bool = False) -> socket.socket:
    """Listen on *port*; with *share*, only bind it, beside other processes that share it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if share:
            return shared_port.bind((host, port), family)
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        environment.leave(
            f"Nothing can listen on port {port} of {host}: "
            f"{error.strerror}. Stop what does, or set PORT."
        )


def serve_metrics(port: int) -> None:
    """Give Prometheus its figures on *port*; leave with a sentence if it is taken."""
    try:
        start_http_server(port, addr=METRICS_HOST)
    except OSError as error:
        environment.leave(f"METRICS_PORT {port} cannot be used: {error.strerror}.")


def greet(address: str) -> None:
    print(f"Tic Tac Toe is at {address}")
    python = os.path.relpath(sys.executable)
    print(f"A staff account, for {address}/admin/: {python} manage.py createsuperuser")
    print("Ctrl-C stops the server.", flush=True)


def run_daphne(host: str, port: int) -> NoReturn:
    from daphne.cli import CommandLineInterface  # before the reactor, which it chooses
    from twisted.internet import reactor

    # Its interface is written without self.
    reactor.addSystemEventTrigger("before", "shutdown", set_last_resort)  # type: ignore[arg-type]
    CommandLineInterface().run(
        [
            f"--bind={host}",
            f"--port={port}",
            "--verbosity=0",
            f"--http-timeout={PAGE_TIMEOUT}",
            f"--websocket-max-message-size={MAX_MESSAGE}",
            f"--websocket-max-frame-size={MAX_MESSAGE}",
            APPLICATION,
        ]
    )
    end_at_once()


def run_uvicorn(application: Any, listener: socket.socket) -> None:
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises them once more when it has ended in order.
        signal.signal(number, lambda *_: None)
    Server(uvicorn_config(application)).run(sockets=[listener])


def uvicorn_config(application: Any) -> Config:
    from tictactoe_site.server.protocols.page_connection import PageConnection

    return Config(
        application,
        interface="asgi3",
        http=PageConnection,
        ws=FastSocket,
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=5,  # seconds; nginx cuts a socket of which it hears nothing for 15
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        lifespan="on",
        backlog=BACKLOG,
        limit_concurrency=max_connections(),
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=FINISHING_TIMEOUT,
        proxy_headers=False,  # the site has its own
        server_header=False,
        access_log=False,
        log_config=None,
    )


class Server(Uvicorn):
    """uvicorn, which ends within 10 seconds even if a thread hangs."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        if not self.should_exit:
            set_last_resort()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in filter(shared_port.is_shared, sockets or []):
            shared_port.take_all(listener)
        supervisor.tell("READY=1")
        self.life = asyncio.create_task(supervisor.tell_of_life())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        supervisor.tell("STOPPING=1")
        for listener in self.servers:
            listener.close()  # first, or whoever is sent away could come back here
        await self.send_tabs_away()
        await super().shutdown(sockets)

    async def send_tabs_away(self) -> None:
        """Close the open sockets in portions: all at once would wait for each other elsewhere."""
        tabs = [tab for tab in self.server_state.connections if isinstance(tab, FastSocket)]
        loop = asyncio.get_running_loop()
        due = loop.time()
        for portion in portions(tabs):
            if self.force_exit:  # a second Ctrl-C
                return
            for tab in portion:
                tab.shutdown()
            due += BETWEEN_PORTIONS  # a busy machine makes up for its delay
            await asyncio.sleep(max(0.0, due - loop.time()))

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        await super().serve(sockets)
        end_at_once()  # before the loop is closed, which would wait for its threads


def portions(tabs: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield *tabs* in portions so large that all are sent away within PARTING_TIME."""
    size = max(MIN_PORTION, math.ceil(len(tabs) * BETWEEN_PORTIONS / PARTING_TIME))
    for start in range(0, len(tabs), size):
        yield tabs[start : start + size]


if __name__ == "__main__":
    main()
