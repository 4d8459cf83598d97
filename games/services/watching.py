"""Looking at a game: sockets for as long as they are open, pages for a moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from accounts.models import User
from games import protocol
from games.live.lobby import Listener, lobby_feed
from games.live.room import Room
from games.live.rooms import rooms
from games.live.watchers import Watcher
from games.services.seats import require_sight


async def watch(*, uid: str, watcher: Watcher) -> Room:
    """Show *watcher* the game and every change to it until `unwatch`.

    Raises NotFound, also if *watcher* may not see the game, or Unavailable.
    """
    async with rooms().enter(uid) as room:
        require_sight(room, watcher.user_id)
        room.watch(watcher)
        return room


def unwatch(*, room: Room, watcher: Watcher) -> None:
    """The reverse of `watch`."""
    rooms().unwatch(room, watcher)


async def watch_lobby(*, listener: Listener, read: Callable[[], Awaitable[str]]) -> None:
    """Push the lobby's state to *listener*, which *read* gives as a frame, and every change to it.

    Until `unwatch_lobby`. A change may be pushed before the state that has it already.
    """
    await lobby_feed().enter(listener)
    listener.push(await lobby_feed().state(read))


def unwatch_lobby(*, listener: Listener) -> None:
    """The reverse of `watch_lobby`, however far it came."""
    lobby_feed().leave(listener)


async def hear(*, room: Room, process: str, version: int, players: list[int]) -> None:
    """Pass on to *room* that the game stands at *version* elsewhere. Raises Unavailable."""
    room.siblings.hear(process, players)
    await room.refresh(version)


async def look(*, uid: str, viewer: User | None) -> protocol.Game:
    """The whole state of the game as *viewer* sees it now; a player counts as here for a while.

    Raises NotFound, also if *viewer* may not see the game, or Unavailable.
    """
    async with rooms().enter(uid) as room:
        require_sight(room, viewer.pk if viewer else None)
        if viewer:
            room.presence.look(viewer.pk)
        return room.state(room.match.marks_of(viewer.pk if viewer else None))
