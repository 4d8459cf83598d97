"""Watching a game: sockets while they are open, pages for a moment."""

from __future__ import annotations

from accounts.models import User
from games.core.events import Status
from games.live import waiting
from games.live.actor import ToldRound
from games.live.deferred import Deferred
from games.live.limits import LOOKS
from games.live.room import Room
from games.live.rooms import rooms
from games.live.seats import require_sight
from games.live.watchers import Watcher
from games.protocol.messages import GameMessage


async def watch(*, uid: str, watcher: Watcher) -> Room:
    """Show *watcher* the game and every change to it until `unwatch`.

    Raises NotFound, also if *watcher* may not see the game, or Unavailable.
    """
    async with rooms().enter(uid) as room:
        require_sight(room, watcher.user_id)
        room.watch(watcher)
        return room


def unwatch(*, room: Room, watcher: Watcher) -> None:
    """Undo `watch`."""
    rooms().unwatch(room, watcher)


def send_state(*, room: Room, watcher: Watcher) -> None:
    """Send *watcher* the whole state again."""
    room.send_state(watcher)


def catch_up(*, room: Room, version: int) -> Deferred[int]:
    """Read the game if *version*, which a client says it has seen, is newer than the room's.

    The result is the version that *room* then has. Fails with Unavailable. A client that has seen
    nothing newer is answered at once, also while the database is away. A room that has lost a step
    reads the game again. A client can claim any version, so only what the database has counts, and
    it is asked about a game every two seconds at most.
    """
    found: Deferred[int] = Deferred()

    def answer(looked: Deferred[None]) -> None:
        if looked.error:
            found.fail(looked.error)
        else:
            found.settle(room.match.version)

    room.recover()
    # Counted by the game: if a hint was lost, its whole crowd asks at once.
    if room.match.version >= version or LOOKS.take(room.game.pk):
        found.settle(room.match.version)
    else:
        room.look_for_news().on_settled(answer)
    return found


def on_hint(
    *, room: Room, process: str, version: int, players: list[int], round: ToldRound | None = None
) -> Deferred[None]:
    """Read the game if it is behind *version*, at which it stands in another *process*, or if its
    *round* has come to something else.

    *players* have a page open there. *process* is "" if the hint comes from `announce.changed`.
    """
    return room.on_hint(process=process, version=version, players=players, round=round)


async def look(*, uid: str, viewer: User | None) -> GameMessage:
    """Return the whole state of the game as *viewer* sees it; a player counts as here for a while.

    Raises NotFound, also if *viewer* may not see the game, or Unavailable.
    """
    async with rooms().enter(uid) as room:
        require_sight(room, viewer.pk if viewer else None)
        if viewer:
            room.presence.look(viewer.pk)
            if room.match.status is Status.OPEN and viewer.pk == room.game.creator_id:
                await waiting.come(viewer.pk)
        return room.state(room.match.marks_of(viewer.pk if viewer else None))
