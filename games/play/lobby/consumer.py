"""The socket of the lobby, and the feed that all such sockets of one event loop share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async

from games.live.announce import LOBBY
from games.live.feed import AfterState, FrameListener, Hints, SharedState, push_to_all
from games.live.sockets.consumer import SiteConsumer
from games.play.lobby.queries import open_games_rows
from games.protocol.commands import parse_ping
from games.protocol.frames import encode
from games.protocol.messages import LobbyMessage, PongMessage
from tictactoe_site.common.event_loop import per_loop

STATE_KEPT_FOR = 1.0  # seconds, while nothing changes; a hint may have been lost


class LobbyFeed:
    """The sockets of one event loop that show the open games.

    They share one channel of the channel layer. If each of a thousand sockets joined the group
    itself, every change would be copied, queued and handled a thousand times.
    """

    def __init__(self) -> None:
        self._listeners: dict[FrameListener, None] = {}
        self._hints: Hints | None = None
        self._state = SharedState(seconds=STATE_KEPT_FOR)

    async def enter(self, listener: FrameListener) -> None:
        """Push every change to *listener* from now on until `leave`."""
        self._listeners[listener] = None
        if self._hints is None:
            self._state.changed()  # the kept frame may be old: no change was followed meanwhile
            self._hints = Hints(LOBBY, self._hear)
            self._hints.start()
        await self._hints.ready()

    def leave(self, listener: FrameListener) -> None:
        self._listeners.pop(listener, None)
        if not self._listeners and self._hints:
            self._hints.stop()
            self._hints = None

    async def state(self, read: Callable[[], Awaitable[str]]) -> str:
        """Return what *read* returns, shared by all who ask before something changes.

        A listener that entered before asking misses nothing: whatever changes after the read
        began is pushed to it.
        """
        return await self._state.frame(read)

    async def tell(self, frame: str) -> None:
        """Push *frame*, a change, to everybody."""
        self._state.changed()
        await push_to_all(self._listeners.keys(), frame)

    async def _hear(self, hint: dict[str, Any]) -> None:
        await self.tell(hint["frame"])


lobby_feed = per_loop(LobbyFeed)


class LobbyConsumer(SiteConsumer):
    """The live list of open games."""

    def __init__(self) -> None:
        super().__init__()
        self._changes = AfterState(self)

    async def enter(self) -> None:
        await lobby_feed().enter(self._changes)
        self._changes.begin(await lobby_feed().state(_lobby_frame))

    async def leave(self) -> None:
        lobby_feed().leave(self._changes)

    def carry_out(self, text: str) -> None:
        self.note_ping(parse_ping(text))
        self.say(PongMessage(0))  # the lobby has no version


async def _lobby_frame() -> str:
    return encode(LobbyMessage(await database_sync_to_async(open_games_rows)()))
