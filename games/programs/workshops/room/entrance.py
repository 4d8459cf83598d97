"""The way into workshops for the gateway's clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.live.storage import database
from games.programs.workshops.gateway.client import Emit
from games.programs.workshops.queries import find_open
from games.programs.workshops.room.open_workshop import OpenWorkshop
from games.programs.workshops.room.visitor import Visitor
from tictactoe_site.common.event_loop import per_loop


class Entrance:
    """The workshops that clients of one event loop are in."""

    def __init__(self) -> None:
        self._open: dict[int, OpenWorkshop] = {}
        self._opening = asyncio.Lock()

    async def enter(
        self, code: str, *, address: str, emit: Emit, hang_up: Callable[[], None]
    ) -> Visitor:
        """Let a client from *address* into the workshop *code*.

        Raises GameError: no_such_workshop, too_fast, room_full. Raises Unavailable.
        """
        workshop = await database.run(find_open, code, address=address)
        # One at a time: if a class comes at once, each client would open the workshop anew.
        async with self._opening:
            if workshop.pk not in self._open:
                opened = OpenWorkshop(workshop, self._forget)
                await opened.open()
                self._open[workshop.pk] = opened
        here = self._open[workshop.pk]
        visitor = Visitor(here, address=address, emit=emit, hang_up=hang_up)
        here.enter(visitor)
        return visitor

    def _forget(self, quiet: OpenWorkshop) -> None:
        # It may have been opened anew while the old one was still ending a game.
        if self._open.get(quiet.pk) is quiet:
            del self._open[quiet.pk]
            quiet.close()


_entrance = per_loop(Entrance)


async def enter(code: str, *, address: str, emit: Emit, hang_up: Callable[[], None]) -> Visitor:
    """Do what `Entrance.enter` does, on the running event loop."""
    return await _entrance().enter(code, address=address, emit=emit, hang_up=hang_up)
