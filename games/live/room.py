"""One game while it is played: its match in memory, its watchers, and one lock.

A room decides against memory, writes through the journal, and tells its watchers only what is
committed. A room that could not commit reads its game again before it does anything else.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from games import protocol
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import Event, Joined, Reseated, Status, Swapped
from games.core.match import Match, Step
from games.core.rules import Mark
from games.live import database, messages, thinking
from games.live.attendance import A_LOOK, Attendance
from games.live.database import Unavailable
from games.live.journal import journal
from games.live.loading import Loaded, load
from games.live.records import Conflict, Entry
from games.live.talk import Talk
from games.live.watchers import Watcher, Watchers

logger = logging.getLogger(__name__)

Decision = Callable[[Match, Milliseconds], Step]

SECONDS_BEFORE_RETRY = 1.0  # for what happens by itself while the database is away
SECONDS_TO_GATHER_PRESENCE = 0.1
SECONDS_A_WATCHER = 0.001  # more for each: a crowd hears of itself no more than once a second
MOST_NAMES = 20
SECONDS_TO_COME_BACK = 20.0  # for a page that is loaded again, or a connection that was lost


def utc_now() -> Milliseconds:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Room:
    """One game in this process. Use it through `rooms.enter`."""

    def __init__(
        self, loaded: Loaded, *, computer_delay_ms: int, when_quiet: Callable[[Room], None]
    ) -> None:
        """*when_quiet* is called when something that kept the room open has ended."""
        self._show(loaded)
        self.watchers = Watchers()
        self.talk = Talk()
        self._attendance = Attendance(self.watchers, now=utc_now())
        self.guests_inside = 0  # how many callers use the room just now; see rooms.enter
        self._computer_delay_ms = computer_delay_ms
        self._when_quiet = when_quiet
        self._lock = asyncio.Lock()
        self._must_reload = False
        self._flag_timer: asyncio.TimerHandle | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._look_timer: asyncio.TimerHandle | None = None
        self._lapse_timer: asyncio.TimerHandle | None = None
        self._engine: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._prepare_next_turn()

    def _show(self, loaded: Loaded) -> None:
        self.game, self.match, self.score = loaded.game, loaded.match, loaded.score

    @property
    def is_idle(self) -> bool:
        """Whether the room can be forgotten without anybody missing anything.

        A flag that falls within minutes is waited for; one that falls in days does so when the
        game is next read.
        """
        waits_for_flag = self._flag_timer and not self.match.clock.control.per_move_ms
        waits = waits_for_flag or self._look_timer or self._lapse_timer
        return not (self.watchers or self._tasks or self.guests_inside or waits)

    def close(self) -> None:
        """Stop what the room has planned; it is not used any more."""
        presence_timers = (self._presence_timer, self._look_timer, self._lapse_timer)
        for timer in (self._flag_timer, *presence_timers):
            if timer:
                timer.cancel()

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
        Raises GameError, changing nothing, if the rules
        forbid it, and Unavailable if it could not be kept. A caller that goes away meanwhile
        does not tear the step apart.
        """
        step = self._start(self._step(decide, actor_id, request_id, note or {}))
        return await asyncio.shield(step)

    async def refresh(self, version: int) -> None:
        """Read the game again if somebody else has brought it to *version*."""
        async with self._lock:
            if self.match.version < version:
                await self._reload()

    async def reread(self) -> None:
        """Read the game again whatever its version: a player has another name."""
        async with self._lock:
            await self._reload()

    async def _step(
        self, decide: Decision, actor_id: int | None, request_id: str, note: dict[str, Any]
    ) -> tuple[Event, ...]:
        async with self._lock:
            if self._must_reload:
                await self._reload()
            await self._fall_flag_if_due()
            return await self._decide_and_keep(decide, actor_id, request_id, note)

    async def _fall_flag_if_due(self) -> None:
        if self.match.status is Status.ONGOING and self.match.clock.has_run_out(utc_now()):
            await self._decide_and_keep(lambda match, now: match.fall_flag(now=now), None, "", {})

    async def _decide_and_keep(
        self, decide: Decision, actor_id: int | None, request_id: str, note: dict[str, Any]
    ) -> tuple[Event, ...]:
        now = utc_now()
        match, events = decide(self.match, now)
        if not events:
            return ()
        entry = Entry(self.game.pk, match, events, actor_id, now, request_id, note)
        try:
            await journal.record(entry)
        except Conflict as conflict:
            await self._reload()
            raise GameError("stale_ply") from conflict
        except BaseException:
            self._must_reload = True
            raise
        await self._advance(match, events)
        return events

    async def _advance(self, match: Match, events: tuple[Event, ...]) -> None:
        if any(isinstance(event, Joined | Reseated | Swapped) for event in events):
            await self._reload()  # who sits where is shown with names
            return
        version = self.match.version
        self.match = match
        now = utc_now()
        told = [
            messages.message(event, match, version=version + i, now=now)
            for i, event in enumerate(events, start=1)
        ]
        for message in told:
            if message is None:
                self.tell_state()
                break
            self.watchers.tell(message)
        self._prepare_next_turn()

    async def _reload(self) -> None:
        self._must_reload = True
        self._show(await database.run(load, self.game.uid))
        self._must_reload = False
        self.tell_state()
        self._prepare_next_turn()

    # Watching it.

    def watch(self, watcher: Watcher) -> None:
        """Send *watcher* the whole state now and every change from now on."""
        self.watchers.add(watcher)
        self.send_state(watcher)
        self._presence_changed()

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.remove(watcher)
        if self.match.marks_of(watcher.user_id):
            self._attendance.leave(watcher.user_id, utc_now())
        self._presence_changed()
        self._let_rematch_lapse(watcher.user_id)

    def look(self, player: int) -> None:
        """*player* has loaded the page, and counts as here for a while also without a socket."""
        if not self.match.marks_of(player):
            return
        self._attendance.look(player, utc_now())
        self._presence_changed()
        if self._look_timer:
            self._look_timer.cancel()
        self._look_timer = asyncio.get_running_loop().call_later(
            A_LOOK / 1000, self._look_is_over, context=contextvars.Context()
        )

    def _look_is_over(self) -> None:
        self._look_timer = None
        self._presence_changed()
        self._when_quiet(self)

    def absence(self, mark: Mark) -> Milliseconds | None:
        """For how long *mark*'s player has been away; None while here, as the engine always is."""
        player = self.match.player(mark)
        if player is None or self._plays_itself(mark):
            return None
        return self._attendance.absence(player, utc_now())

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
            presence=self._presence(),
            score=self.score,
            now=utc_now(),
        )

    def _presence(self) -> protocol.Presence:
        seated = [self.match.player(mark) for mark in Mark]
        x_left, o_left = (self.absence(mark) for mark in Mark)
        return protocol.Presence(
            x=self.match.x_player is not None and x_left is None,
            o=self.match.o_player is not None and o_left is None,
            watchers=self.watchers.count_others(seated),
            names=self.watchers.names_of_others(seated, most=MOST_NAMES),
            x_left=x_left or 0,
            o_left=o_left or 0,
        )

    def _presence_changed(self) -> None:
        """Tell it soon; many who come and go at once are told of in one message."""
        if self._presence_timer is None:
            seconds = max(SECONDS_TO_GATHER_PRESENCE, len(self.watchers) * SECONDS_A_WATCHER)
            self._presence_timer = asyncio.get_running_loop().call_later(
                seconds, self._tell_presence, context=contextvars.Context()
            )

    def _tell_presence(self) -> None:
        self._presence_timer = None
        self.watchers.tell(self._presence())

    # A rematch is offered by somebody who is there to play it. One that is offered by a form,
    # without a socket, stands until it is answered.

    def _let_rematch_lapse(self, left: int | None) -> None:
        """Withdraw the rematch of a player who has *left* and does not come back soon."""
        if self._lapse_timer is None and self._offers_from_afar(left):
            loop = asyncio.get_running_loop()
            self._lapse_timer = loop.call_later(
                SECONDS_TO_COME_BACK, self._rematch_lapses, left, context=contextvars.Context()
            )

    def _offers_from_afar(self, player: int | None) -> bool:
        offer = self.match.offer
        if player is None or offer is None or not offer.what.is_rematch:
            return False
        return self.match.player(offer.by) == player and self.absence(offer.by) is not None

    def _rematch_lapses(self, left: int) -> None:
        self._lapse_timer = None
        if self._offers_from_afar(left):
            self._start(self._withdraw_offer(left))
        else:
            self._when_quiet(self)

    async def _withdraw_offer(self, player: int) -> None:
        def decide(match: Match, now: Milliseconds) -> Step:
            offer = match.offer
            if offer is None or match.player(offer.by) != player:
                return match, ()
            return match.answer_offer(mark=offer.by, what=offer.what, yes=False, now=now)

        try:
            await self.carry_out(decide, actor_id=player)
        except (GameError, Unavailable):
            logger.warning("the rematch offered in %s could not be withdrawn", self.game.uid)

    # What has to happen by itself: flags fall, the engine moves.

    def _prepare_next_turn(self) -> None:
        self._set_flag_timer()
        self._call_engine()

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
        self._start(self.fall_flag())

    async def fall_flag(self) -> None:
        """End the game if the time of whoever is to move is up.

        Raises GameError("stale_ply") if another process was faster.
        """
        try:
            async with self._lock:
                if self._must_reload:
                    await self._reload()
                await self._fall_flag_if_due()
                self._set_flag_timer()
        except Unavailable:
            logger.warning("the flag of %s falls when the database is back", self.game.uid)
            self._set_flag_timer(at_least=SECONDS_BEFORE_RETRY)

    def _plays_itself(self, mark: Mark | None) -> bool:
        player = self.game.player(mark) if mark else None
        return player is not None and player.kind == "engine"

    def _call_engine(self) -> None:
        """Let the engine think about the position on the board, and no longer about another."""
        if self._engine:
            self._engine.cancel()
            self._engine = None
        if self._plays_itself(self.match.turn):
            self._engine = self._start(self._engine_moves(self.match))

    async def _engine_moves(self, match: Match) -> None:
        mark = match.turn
        assert mark is not None
        until = asyncio.get_running_loop().time() + self._computer_delay_ms / 1000
        try:
            decide = await self._think(match, mark)
            await asyncio.sleep(until - asyncio.get_running_loop().time())
            await self._act_for(mark, decide)
        except GameError as error:
            logger.warning("the engine's move in %s was refused: %s", self.game.uid, error.code)
        except Exception:
            logger.exception("the engine failed in %s", self.game.uid)

    async def _think(self, match: Match, mark: Mark) -> Decision:
        """What the engine does: a move, or taking over the first mark.

        As first player it marks what its level likes best, also where the other may take it.
        """
        while True:
            try:
                if match.may_swap(mark) and await thinking.think_about_swap(match.position):
                    return lambda match, now: match.swap_sides(mark=mark)
                cell = await thinking.think(self.game.level, match.position)
                break
            except thinking.TooManySearches:
                await asyncio.sleep(SECONDS_BEFORE_RETRY)
        ply = match.ply
        return lambda match, now: match.play(mark=mark, ply=ply, cell=cell, now=now)

    async def _act_for(self, mark: Mark, decide: Decision) -> None:
        while True:
            try:
                await self.carry_out(decide, actor_id=self.match.player(mark))
                return
            except Unavailable:
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def settled(self, *, seconds: float) -> None:
        """Wait until the engine has moved, or *seconds* have passed: for pages without sockets."""
        if self._engine:
            await asyncio.wait({self._engine}, timeout=seconds)

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
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
        self._when_quiet(self)
