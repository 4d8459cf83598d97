"""One game while it is played: the game in memory, and all who are at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from django.dispatch import Signal

from games.core.events import PlayerId, Status
from games.core.match import Match
from games.core.rules import Mark
from games.live import messages
from games.live.actor import GameActor, ToldRound
from games.live.cluster import processes
from games.live.cluster.peer_processes import PeerProcesses, PeerState
from games.live.deferred import Deferred
from games.live.engine_seat import EngineSeat
from games.live.presence import Presence
from games.live.storage import database
from games.live.storage.loading import LoadedGame, kept_version
from games.live.storage.records import JournalEntry
from games.live.watchers import ToldLines, Watcher, Watchers
from games.models import Game, utc_now
from games.protocol.frames import encode
from games.protocol.messages import GameMessage
from tictactoe_site.common.event_loop import in_background

# A game has ended in *room*, or got another result; what led to it is stored. Receivers are plain
# functions on the event loop.
game_decided = Signal()


class Room(GameActor):
    """One game in this process. Use it through `rooms().enter`."""

    def __init__(
        self,
        loaded: LoadedGame,
        *,
        computer_delay_ms: int,
        has_peers: bool,
        on_idle: Callable[[Room], None],
    ) -> None:
        """Take *on_idle*, to be called when something that kept the room open has ended.

        *has_peers* says whether other server processes may have the game, too.
        """
        super().__init__(loaded)
        self._on_idle = on_idle
        self._engine_marks = _engine_marks(loaded.game)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._notices: set[asyncio.Task[Any]] = set()
        self.callers = 0  # how many are using the room now; see Rooms.enter
        self.told_lines = ToldLines()
        self.watchers = Watchers()
        self.peers = PeerProcesses(self._peer_state, can_be=has_peers)
        self.presence = Presence(
            loaded.game.uid,
            self.watchers,
            # Functions, because every step and every read replaces the match or the game.
            match=lambda: self.match,
            awaited=lambda: (self.game.creator_id, self.game.invited_id),
            is_engine=self.engine_plays,
            is_elsewhere=self.peers.have,
            submit=self.submit,
            on_idle=self.on_idle,
        )
        self._engine_seat = EngineSeat(
            loaded.game, delay_ms=computer_delay_ms, submit=self.submit, start=self.start
        )
        self._players, self._process = _players(loaded.match), processes.here.number
        self._call_engine()

    @property
    def is_idle(self) -> bool:
        """Whether the room can be forgotten without anybody missing anything.

        A flag is not waited for: the server's upkeep looks for those that are due.
        """
        if self.watchers or self._is_busy or self._tasks or self.callers:
            return False
        return not self.presence.waits_for_somebody

    def close(self) -> None:
        super().close()
        self.presence.close()

    # Called by the actor.

    def on_committed(self, entry: JournalEntry) -> None:
        self._note_players()
        if not entry.changes_names:  # else `on_read` has sent everybody the whole state
            self._tell(entry)
            self._call_engine()
        self.peers.tell()
        if entry.decides:
            game_decided.send(sender=Room, room=self)

    def on_read(self) -> None:
        self._engine_marks = _engine_marks(self.game)
        self._note_players()
        self._note_outage()
        self.tell_state()
        self._call_engine()

    def on_idle(self) -> None:
        """Note that something that kept the room open has ended."""
        self._on_idle(self)

    def _note_players(self) -> None:
        before, self._players = self._players, _players(self.match)
        # Also when a guest has signed in, who has not been here under the new account.
        if self.match.status is not Status.OPEN and self._players - before:
            self.presence.begun()

    def _note_outage(self) -> None:
        # After each outage this process has another number: nobody could come meanwhile.
        if self._process != processes.here.number:
            self._process = processes.here.number
            self.presence.begun()

    def _tell(self, entry: JournalEntry) -> None:
        now = utc_now()
        for version, event in enumerate(entry.events, start=entry.version_before + 1):
            message = messages.message(event, entry.match, version=version, now=now)
            if message is None:
                self.tell_state()
                return
            self.watchers.tell(message)

    # Watching it.

    def watch(self, watcher: Watcher) -> None:
        """Send *watcher* the whole state now and every change from now on."""
        is_first = not self.watchers
        self.watchers.add(watcher)
        self.send_state(watcher)
        self.presence.came(watcher.user_id)
        # Others hear of the first watcher in any case: their answers tell of the players there.
        self.peers.tell(always=is_first)

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.remove(watcher)
        self.presence.left(watcher.user_id, is_lost=watcher.is_lost)
        self.peers.tell()

    def fell_silent(self, watcher: Watcher) -> None:
        """Note that nothing is heard of *watcher*, although it is looked at and has not left."""
        self.watchers.silence(watcher)
        self.presence.fell_silent(watcher.user_id)
        self.peers.tell()

    def came_back(self, watcher: Watcher) -> None:
        """Note that *watcher* is heard of again."""
        self.watchers.hear(watcher)
        self.presence.came(watcher.user_id)
        self.peers.tell()

    def on_hint(
        self, *, process: str, version: int, players: list[int], round: ToldRound | None = None
    ) -> Deferred[None]:
        """Note what another *process* has: a *version* of the game, a state of its *round*, and
        *players* with a page open.
        """
        if self.peers.note(process, players):
            self.presence.changed()
        return self.refresh(version, round)

    def look_for_news(self) -> Deferred[None]:
        """Read the game again if the database has more of it. Fails with Unavailable.

        Until that is known moves go on, and nobody is told anything.
        """
        done: Deferred[None] = Deferred()
        self.start(self._look_for_news(done))
        return done

    async def _look_for_news(self, done: Deferred[None]) -> None:
        try:
            await self.refresh(await database.run(kept_version, self.game.pk))
        except Exception as error:
            done.fail(error)
        else:
            done.settle(None)

    def send_state(self, watcher: Watcher) -> None:
        watcher.push(encode(self.state(self.match.marks_of(watcher.user_id))))

    def tell_state(self) -> None:
        """Send everybody the whole state as each may see it."""
        # Serialised once for each of the four views of a game, not for each of a crowd.
        frames: dict[tuple[Mark, ...], str] = {}
        for watcher in self.watchers:
            you = self.match.marks_of(watcher.user_id)
            if you not in frames:
                frames[you] = encode(self.state(you))
            watcher.push(frames[you])

    def state(self, you: tuple[Mark, ...]) -> GameMessage:
        """Return the whole state for whoever has the seats *you*."""
        return messages.snapshot(
            self.game,
            self.match,
            you=you,
            presence=self.presence.message(),
            score=self.score,
            round=self.round,
            now=utc_now(),
        )

    def _peer_state(self) -> PeerState:
        seated = {self.match.player(mark) for mark in Mark}
        here = [player for player in seated if player is not None and self.watchers.has(player)]
        return PeerState(self.game.uid, self.match.version, here, is_watched=bool(self.watchers))

    # The engine's part.

    def engine_plays(self, mark: Mark | None) -> bool:
        """Return whether one of the site's own players has the seat *mark*."""
        return mark in self._engine_marks

    async def engine_moved(self, *, seconds: float) -> None:
        """Wait until the engine has moved, or *seconds* have passed: for pages without sockets."""
        await self._engine_seat.wait_until_moved(seconds=seconds)

    def _call_engine(self) -> None:
        self._engine_seat.call(self.match if self.engine_plays(self.match.turn) else None)

    # Work that outlives a request.

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run *work* in the background; it outlives the request that asked for it."""
        task = in_background(work)
        # As long as one runs, the room is not idle.
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def start_notice(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run *work*, which tells somebody who is not looking at the game."""
        task = self.start(work)
        self._notices.add(task)
        task.add_done_callback(self._notices.discard)

    async def notices_sent(self) -> None:
        """Wait for the notices that are under way: a command's event loop ends with its call."""
        if self._notices:
            await asyncio.wait(self._notices)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever awaited it has seen it; asyncio must not complain
        self.on_idle()


def _players(match: Match) -> frozenset[PlayerId | None]:
    return frozenset(match.player(mark) for mark in Mark)


def _engine_marks(game: Game) -> frozenset[Mark | None]:
    players = {mark: game.player(mark) for mark in Mark}
    return frozenset(mark for mark, player in players.items() if player and player.is_engine)
