"""The rooms of this process: opened when somebody comes, forgotten when nobody is left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.conf import settings
from prometheus_client import Gauge

from games.core.events import Status
from games.live.room import Room
from games.live.storage import database
from games.live.storage.loading import LoadedGame, load
from games.live.watchers import Watcher
from tictactoe_site.common.event_loop import in_background, per_loop

ROOMS = Gauge("tictactoe_rooms", "Games held in memory.")


class Rooms:
    """The open rooms of one event loop, by the game's uid."""

    def __init__(self) -> None:
        self._open: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[LoadedGame]] = {}

    @asynccontextmanager
    async def enter(self, uid: str) -> AsyncIterator[Room]:
        """Hold the room of the game *uid* open while it is used. Raises NotFound, Unavailable."""
        room = await self._find(uid)
        room.callers += 1
        try:
            yield room
        finally:
            room.callers -= 1
            self._forget_if_idle(room)

    def unwatch(self, room: Room, watcher: Watcher) -> None:
        room.unwatch(watcher)
        self._forget_if_idle(room)

    def find_open(self, uid: str) -> Room | None:
        """Return the room if it is in memory."""
        return self._open.get(uid)

    def going_on(self) -> list[Room]:
        """Return the open rooms whose games are not over. Any thread may call it."""
        open_now = list(self._open.values())
        return [room for room in open_now if room.match.status is not Status.FINISHED]

    async def _find(self, uid: str) -> Room:
        if uid not in self._open:
            loaded = await self._load(uid)
            if uid not in self._open:  # somebody else was waiting for the same read
                ROOMS.inc()
                self._open[uid] = Room(
                    loaded,
                    computer_delay_ms=settings.COMPUTER_DELAY_MS,
                    has_peers=settings.PROCESSES > 1,
                    on_idle=self._forget_if_idle,
                )
        return self._open[uid]

    async def _load(self, uid: str) -> LoadedGame:
        reading = self._loading.get(uid)
        if reading is None:
            reading = in_background(database.run(load, uid))
            self._loading[uid] = reading
            reading.add_done_callback(lambda _: self._loading.pop(uid, None))
        # If one caller is cancelled, the read goes on for the others.
        return await asyncio.shield(reading)

    def _forget_if_idle(self, room: Room) -> None:
        # Somebody may still hold a room that was forgotten, while another has been opened since.
        if room.is_idle and self._open.get(room.game.uid) is room:
            del self._open[room.game.uid]
            ROOMS.dec()
            room.close()


rooms = per_loop(Rooms)
