"""What a running site does by itself, under whatever ASGI server it runs."""

import gc
import logging
from collections.abc import Awaitable
from typing import Any

from asgiref.sync import markcoroutinefunction
from django.conf import settings

from games.live.workers import thinking
from games.upkeep.runner import Upkeep
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send
from tictactoe_site.server.process.allocator import let_go_of_code

logger = logging.getLogger(__name__)

# As Python has it, but for the last: whole collections come after ten times as many new objects.
# Each stops the process for a quarter of a second where 1,000 play (`python -m bench.arena`), and
# came every ten seconds there.
COLLECT_AFTER = (700, 10, 100)
COMPILER = "libllvmlite"  # once it has loaded what is compiled it has no more to do


class Lifespan:
    """ASGI middleware: upkeep begins and ends with the server's lifespan.

    Under a server that tells of none, such as daphne, it begins before the first page or socket.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.upkeep = Upkeep()
        self.has_begun = False

    @markcoroutinefunction  # servers take an unmarked callable for an ASGI 2 application
    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        if scope["type"] == "lifespan":
            return self.live(scope, receive, send)
        if not self.has_begun:
            self.begin()
            logger.warning(
                "This server does not say when it starts and stops, and bounds neither slow "
                "requests nor the connections of an address: it is for one machine, or for use "
                "behind a proxy that does. For others there is `python -m tictactoe_site.server`."
            )
        return self.application(scope, receive, send)

    async def live(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # lifespan.startup
        self.begin()
        await send({"type": "lifespan.startup.complete"})
        await receive()  # lifespan.shutdown
        await self.upkeep.stop()
        await send({"type": "lifespan.shutdown.complete"})

    def begin(self) -> None:
        """Start the upkeep, before the first page is served."""
        self.has_begun = True
        self.upkeep.start()
        if settings.WARM_ENGINE:
            thinking.warm_up(then=lambda: spare_what_is_loaded("with the computer's players"))
        else:
            spare_what_is_loaded("without the computer's players")


def spare_what_is_loaded(what: str) -> None:
    """Keep the garbage collector from what stays for as long as the server runs.

    A look at all of it took 200 ms every few seconds, in which nobody heard of a move.
    """
    let_go_of_code(COMPILER)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    logger.info("the site is loaded, %s", what)
