"""One game while it is played: its match in memory, its watchers, and one lock.

A room decides against memory, writes through the journal, and tells its watchers only what is
committed. A room that could not commit reads its game again before it does anything else.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from games import protocol
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import Event, Joined, Reseated, Status, Swapped
from games.core.match import Match, Step
from games.core.rules import Mark
from games.live import database, messages
from games.live.database import SECONDS_BEFORE_RETRY, Unavailable
from games.live.engine_seat import EngineSeat
from games.live.journal import journal
from games.live.loading import Loaded, load
from games.live.presence import Presence
from games.live.records import Conflict, Entry
from games.live.siblings import Siblings
from games.live.told_lines import ToldLines
from games.live.turnstile import Turnstile
from games.live.utc import utc_now
from games.live.watchers import Watcher, Watchers
from tictactoe_site.common import trace

logger = logging.getLogger(__name__)

Decision = Callable[[Match, Milliseconds], Step]
Then = Callable[[Exception | None], None]


class Room:
    """One game in this process. Use it through `rooms.enter`."""

    def __init__(
        self,
        loaded: Loaded,
        *,
        computer_delay_ms: int,
        has_siblings: bool,
        when_quiet: Callable[[Room], None],
    ) -> None:
        """*when_quiet* is called when something that kept the room open has ended.

        *has_siblings* tells whether other server processes may have the game, too.
        """
        self._show(loaded)
        self.watchers = Watchers()
        self.told_lines = ToldLines()
        self.siblings = Siblings(self, can_be=has_siblings)
        self.presence = Presence(self)
        self._engine_seat = EngineSeat(self, delay_ms=computer_delay_ms)
        self.guests_inside = 0  # how many callers use the room just now; see rooms.enter
        self._when_quiet = when_quiet
        self._turnstile = Turnstile()
        self._must_reload = False
        self._flag_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._prepare_next_turn()

    def _show(self, loaded: Loaded) -> None:
        self.game, self.match, self.score = loaded.game, loaded.match, loaded.score

    @property
    def named(self) -> dict[str, str]:
        """What a line of the log says of the game: the room's tasks have no caller's trace."""
        return {"game": self.game.uid}

    @property
    def is_idle(self) -> bool:
        """Whether the room can be forgotten without anybody missing anything.

        A flag is not waited for: the server's upkeep looks for those that are due.
        """
        is_used = self._tasks or self.guests_inside or not self._turnstile.is_free
        return not (self.watchers or is_used or self.presence.waits_for_somebody)

    def close(self) -> None:
        """Stop what the room has planned; it is not used any more."""
        self.presence.close()
        if self._flag_timer:
            self._flag_timer.cancel()

    # Changing the game.

    async def carry_out(
        self,
        decide: Decision,
        *,
        actor_id: int | None,
        request_id: str = "",
        note: dict[str, Any] | None = None,
    ) -> tuple[Event, ...]:
        """Let *decide* make a step from the match as it stands, keep it, and tell everyone.

        Returns what happened once it is durable, nothing if the step had been made before.
        Raises GameError, changing nothing, if the rules forbid it, and Unavailable if it could
        not be kept. A caller that goes away meanwhile does not tear the step apart. The log of
        the game keeps *request_id*, or that of whoever calls.
        """
        request_id = request_id or trace.current().request_id
        step = self.start(self._step(decide, actor_id, request_id, note or {}))
        return await asyncio.shield(step)

    @property
    def can_decide_now(self) -> bool:
        """Whether nothing has to be waited for before the next decision."""
        is_behind = self._must_reload or self.match.clock.has_run_out(utc_now())
        return self._turnstile.is_free and not is_behind

    def decide_now(self, decide: Decision, *, actor_id: int | None, then: Then) -> bool:
        """As `carry_out`, but without a task; only while `can_decide_now`.

        Returns whether *decide* made a step. If so *then* is called once it is kept and told,
        or with what `carry_out` would have raised.
        """
        entry = self._decided(decide, actor_id, "", {})
        if entry:
            self._turnstile.take()
            journal.submit(entry, partial(self._written, entry, then))
        return entry is not None

    def _written(self, entry: Entry, then: Then, error: Exception | None) -> None:
        if error or _changes_names(entry.events):
            self.start(self._finish(entry, then, error))
            return
        try:
            self._advance(entry)
        finally:
            self._turnstile.leave()
            if not self.watchers:
                self.quiet()
        then(None)

    async def _finish(self, entry: Entry, then: Then, error: Exception | None) -> None:
        """The end of a step that was decided at once, where it has to wait for something."""
        try:
            await self._settle(entry, error)
        except Exception as outcome:
            then(outcome)
        else:
            then(None)
        finally:
            self._turnstile.leave()

    async def refresh(self, version: int) -> None:
        """Read the game again if somebody else has brought it to *version*."""
        async with self._turnstile:
            if self.match.version < version:
                await self._reload()

    async def reread(self) -> None:
        """Read the game again whatever its version: a player has another name."""
        async with self._turnstile:
            await self._reload()

    async def _step(
        self, decide: Decision, actor_id: int | None, request_id: str, note: dict[str, Any]
    ) -> tuple[Event, ...]:
        async with self._turnstile:
            if self._must_reload:
                await self._reload()
            await self._fall_flag_if_due()
            return await self._decide_and_keep(decide, actor_id, request_id, note)

    async def _fall_flag_if_due(self) -> bool:
        """End the game if time is up also by what the database says; return whether it was.

        Reading it waits until the database is there, and clocks have got back what it took.
        """
        if self._is_time_up:
            await self._catch_up()
        if not self._is_time_up:
            return False
        ended = await self._decide_and_keep(
            lambda match, now: match.fall_flag(now=now), None, "", {}
        )
        return bool(ended)

    @property
    def _is_time_up(self) -> bool:
        return self.match.status is Status.ONGOING and self.match.clock.has_run_out(utc_now())

    async def _catch_up(self) -> None:
        """Read the game, and show it if it has gone on meanwhile."""
        loaded = await database.run(load, self.game.uid)
        if loaded.match.version != self.match.version:
            self._take_over(loaded)

    async def _decide_and_keep(
        self, decide: Decision, actor_id: int | None, request_id: str, note: dict[str, Any]
    ) -> tuple[Event, ...]:
        entry = self._decided(decide, actor_id, request_id, note)
        if entry is None:
            return ()
        try:
            await journal.record(entry)
        except BaseException as error:
            await self._settle(entry, error)
        else:
            await self._settle(entry, None)
        return entry.events

    def _decided(
        self, decide: Decision, actor_id: int | None, request_id: str, note: dict[str, Any]
    ) -> Entry | None:
        now = utc_now()
        match, events = decide(self.match, now)
        if not events:
            return None
        return Entry(self.game.pk, match, events, actor_id, now, request_id, note, self.game.uid)

    async def _settle(self, entry: Entry, error: BaseException | None) -> None:
        """Show *entry*, which is kept, or raise what its *error* means to whoever wanted it."""
        if isinstance(error, Conflict):
            await self._reload()
            raise GameError("stale_ply") from error
        if error:
            self._must_reload = True
            raise error
        if _changes_names(entry.events):
            await self._reload()
            self.siblings.tell()
        else:
            self._advance(entry)

    def _advance(self, entry: Entry) -> None:
        version = self.match.version
        self.match = entry.match
        now = utc_now()
        told = [
            messages.message(event, entry.match, version=version + i, now=now)
            for i, event in enumerate(entry.events, start=1)
        ]
        for message in told:
            if message is None:
                self.tell_state()
                break
            self.watchers.tell(message)
        self._prepare_next_turn()
        self.siblings.tell()

    async def _reload(self) -> None:
        self._must_reload = True
        loaded = await database.run(load, self.game.uid)
        self._must_reload = False
        self._take_over(loaded)

    def _take_over(self, loaded: Loaded) -> None:
        self._show(loaded)
        self.tell_state()
        self._prepare_next_turn()

    # Watching it.

    def watch(self, watcher: Watcher) -> None:
        """Send *watcher* the whole state now and every change from now on."""
        is_first = not self.watchers
        self.watchers.add(watcher)
        self.send_state(watcher)
        self.presence.changed()
        self.siblings.tell(always=is_first)

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.remove(watcher)
        self.presence.left(watcher.user_id)
        self.siblings.tell()

    def send_state(self, watcher: Watcher) -> None:
        watcher.push(protocol.encode(self.state(self.match.marks_of(watcher.user_id))))

    def tell_state(self) -> None:
        """Send everybody the whole state as they are to see it."""
        frames: dict[tuple[Mark, ...], str] = {}
        for watcher in self.watchers:
            you = self.match.marks_of(watcher.user_id)
            if you not in frames:
                frames[you] = protocol.encode(self.state(you))
            watcher.push(frames[you])

    def state(self, you: tuple[Mark, ...]) -> protocol.Game:
        """The whole state for whoever has the seats *you*."""
        return messages.snapshot(
            self.game,
            self.match,
            you=you,
            presence=self.presence.message(),
            score=self.score,
            now=utc_now(),
        )

    # What has to happen by itself: flags fall, the engine moves.

    def _prepare_next_turn(self) -> None:
        self._set_flag_timer()
        self._engine_seat.call()

    def _set_flag_timer(self, *, at_least: float = 0.0) -> None:
        if self._flag_timer:
            self._flag_timer.cancel()
            self._flag_timer = None
        deadline = self.match.clock.deadline
        if self.match.status is Status.ONGOING and deadline is not None:
            seconds = max(at_least, (deadline - utc_now()) / 1000)
            loop = asyncio.get_running_loop()
            self._flag_timer = loop.call_later(
                seconds, self._time_is_up, context=contextvars.Context()
            )

    def _time_is_up(self) -> None:
        self._flag_timer = None
        self.start(self.fall_flag())

    async def fall_flag(self) -> bool:
        """End the game if the time of whoever is to move is up; return whether that was so.

        Raises GameError("stale_ply") if another process was faster.
        """
        try:
            async with self._turnstile:
                if self._must_reload:
                    await self._reload()
                has_fallen = await self._fall_flag_if_due()
                self._set_flag_timer()
        except Unavailable:
            logger.warning("the flag falls when the database is back", extra=self.named)
            self._set_flag_timer(at_least=SECONDS_BEFORE_RETRY)
            return False
        return has_fallen

    def engine_plays(self, mark: Mark | None) -> bool:
        """Whether *mark* is one of the site's own players."""
        player = self.game.player(mark) if mark else None
        return player is not None and player.kind == "engine"

    async def settled(self, *, seconds: float) -> None:
        """Wait until the engine has moved, or *seconds* have passed: for pages without sockets."""
        await self._engine_seat.settled(seconds=seconds)

    def quiet(self) -> None:
        """Something that kept the room open has ended."""
        self._when_quiet(self)

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run *work* beside and beyond the request that asked for it."""
        loop = asyncio.get_running_loop()
        task = loop.create_task(work, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has got it
        self.quiet()


def _changes_names(events: tuple[Event, ...]) -> bool:
    """Whether somebody else sits at the game now, who is shown with a name."""
    return any(isinstance(event, Joined | Reseated | Swapped) for event in events)
