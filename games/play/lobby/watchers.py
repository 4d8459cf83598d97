"""The lobby's sockets of this process, which share one channel of the channel layer.

If every socket were in the channel layer's group itself, each change would be copied and queued,
and wake a task, a thousand times. Here one channel listens for the whole process.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from games.live.announce import LOBBY
from games.live.feed import FrameListener, SharedState, push_to_all
from games.live.hints import Hints
from tictactoe_site.common.event_loop import per_loop

STATE_KEPT_FOR = 1.0  # seconds, while nothing changes; a hint may have been lost


class LobbyFeed:
    """The sockets of one event loop that show the open games."""

    def __init__(self) -> None:
        self._listeners: dict[FrameListener, None] = {}
        self._hints: Hints | None = None
        self._state = SharedState(seconds=STATE_KEPT_FOR)

    async def enter(self, listener: FrameListener) -> None:
        """Push every change to *listener* from now on until `leave`."""
        self._listeners[listener] = None
        if self._hints is None:
            self._state.changed()  # of which nobody has heard while nobody listened
            self._hints = Hints(LOBBY, self._hear)
            self._hints.start()
        await self._hints.heard()

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


async def watch_lobby(*, listener: FrameListener, read: Callable[[], Awaitable[str]]) -> None:
    """Push the lobby's state to *listener*, which *read* gives as a frame, and every change to it.

    It lasts until `unwatch_lobby`. A change may be pushed before the state that includes it.
    """
    await lobby_feed().enter(listener)
    listener.push(await lobby_feed().state(read))


def unwatch_lobby(*, listener: FrameListener) -> None:
    """Undo `watch_lobby`, however far it got."""
    lobby_feed().leave(listener)
