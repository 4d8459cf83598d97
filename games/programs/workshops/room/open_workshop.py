"""A workshop in the memory of this process: who is connected, and under which name."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

from games.core.errors import GameError
from games.live.feed import Hints
from games.live.storage import database
from games.models import Workshop, WorkshopPlayer
from games.models.workshop import PRESENCE_NOTED
from games.programs.workshops import queries, services
from games.programs.workshops.room import exhaustive_test
from games.programs.workshops.room.visitor import Visitor
from games.programs.workshops.round_robin.play import RoundRobin
from tictactoe_site.common.event_loop import in_background, later

logger = logging.getLogger(__name__)

MAX_VISITORS = 60
SECONDS_AWAY = 20.0  # for a page that is loaded again, or a connection that was lost
SECONDS_TO_GATHER = 0.1  # changes that come together are looked at once


class AbsentPlayer:
    """A player with a game whose client is gone."""

    def __init__(self, uid: str, address: str, timer: asyncio.TimerHandle) -> None:
        self.uid, self.address, self.timer = uid, address, timer


class OpenWorkshop:
    """The visitors of one workshop. Use it through `entrance.enter`."""

    def __init__(self, workshop: Workshop, on_idle: Callable[[OpenWorkshop], None]) -> None:
        """Call *on_idle* when nobody is left."""
        self.pk, self.code = workshop.pk, workshop.code
        self.waiting: tuple[queries.WaitingGame, ...] = ()
        self.visitors: set[Visitor] = set()
        self._on_idle = on_idle
        self._names: dict[int, str] = {}
        self._here: dict[int, Visitor] = {}  # by the player's user
        self._away: dict[int, AbsentPlayer] = {}
        self._refusals: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._look_timer: asyncio.TimerHandle | None = None
        self._noted_at = -math.inf
        self._round_robin = RoundRobin(self)
        self._exhaustive_test = exhaustive_test.ExhaustiveTest(self)
        self._hints = Hints(services.group_of_workshop(self.pk), self._hear)

    @property
    def is_quiet(self) -> bool:
        return not self.visitors and not self._away

    async def open(self) -> None:
        """Read how the workshop stands; players with unfinished games have SECONDS_AWAY to come."""
        seen, unfinished = await database.run(self._load)
        self._take(seen)
        for user, uid in unfinished.items():
            self._await(user, uid, address="")
        self._hints.start()
        self._look_in(PRESENCE_NOTED.total_seconds())

    def _load(self) -> tuple[queries.WorkshopSnapshot, dict[int, str]]:
        return queries.look(self.pk), queries.unfinished(self.pk)

    def close(self) -> None:
        """Close: nobody is left."""
        self._hints.stop()
        if self._look_timer:
            self._look_timer.cancel()

    # Visitors.

    def enter(self, visitor: Visitor) -> None:
        """Let *visitor* in. Raises GameError("room_full")."""
        if len(self.visitors) >= MAX_VISITORS:
            raise GameError("room_full")
        self.visitors.add(visitor)

    def welcome(self, visitor: Visitor) -> None:
        """Take *visitor* for the missing player, if exactly one from its address is missing."""
        missing = [user for user, away in self._away.items() if away.address == visitor.address]
        if len(missing) == 1:
            self.start(self._seat(visitor, missing[0]))

    async def _seat(self, visitor: Visitor, user: int) -> None:
        with suppress(GameError):
            player = await database.run(services.player_of, user=user)
            async with visitor.turn:
                # Looked up again: the player may have come back while this waited for the turn.
                away = self._away.get(user)
                if away and visitor.player is None and visitor in self.visitors:
                    await visitor.be(player, uid=away.uid)

    def leave(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self._quiet()

    def here(self, user: int) -> Visitor | None:
        """Return the visitor who is this player."""
        return self._here.get(user)

    # Players.

    def name_of(self, user_id: int) -> str:
        return self._names.get(user_id, "?")

    async def find_player(self, name: str) -> tuple[WorkshopPlayer, str]:
        """Return the player of this name and the uid of the game that waits for it, if any.

        Raises GameError: name_taken, and what `services.player_named` raises.
        """
        player, uid = await database.run(self._find_player, name)
        if player.user_id in self._here:
            raise GameError("name_taken")
        return player, uid

    def _find_player(self, name: str) -> tuple[WorkshopPlayer, str]:
        player = services.player_named(workshop_id=self.pk, name=name)
        return player, queries.unfinished(self.pk).get(player.user_id, "")

    def hold(self, player: WorkshopPlayer, visitor: Visitor) -> None:
        """Let *visitor* be *player*. Raises GameError("name_taken") if another visitor is."""
        if player.user_id in self._here:
            raise GameError("name_taken")
        self._here[player.user_id] = visitor
        self._names[player.user_id] = player.name
        if away := self._away.pop(player.user_id, None):
            away.timer.cancel()
        self.look_soon()  # perhaps games of the round robin wait for it

    def release(self, player: WorkshopPlayer, visitor: Visitor, *, uid: str) -> None:
        """Let *visitor* be *player* no more; its game *uid*, if any, goes on for a while."""
        del self._here[player.user_id]
        if uid:
            self._await(player.user_id, uid, address=visitor.address)

    def _await(self, user: int, uid: str, *, address: str) -> None:
        timer = later(SECONDS_AWAY, self._give_up, user, uid)
        self._away[user] = AbsentPlayer(uid, address, timer)

    def _give_up(self, user: int, uid: str) -> None:
        self.start(self._leave_for(user, uid))

    async def _leave_for(self, user: int, uid: str) -> None:
        """Give up the game of a player who has been away for too long."""
        try:
            with suppress(GameError):  # it ended meanwhile
                player = await database.run(services.player_of, user=user)
                # The player may have come back while it was looked up.
                if user in self._away:
                    await services.give_up(uid=uid, player=player.user)
        finally:
            self._away.pop(user, None)
            self._quiet()
        self.changed()

    def note_refusal(self, player: WorkshopPlayer, code: str) -> None:
        self._refusals[player.user_id] = code

    # Looking at the database.

    def changed(self) -> None:
        """Have all processes look: a game has begun to wait, or waits no more."""
        self.look_soon()
        self.start(services.changed(self.pk))

    async def _hear(self, hint: dict[str, Any]) -> None:
        self.look_soon()

    def look_soon(self) -> None:
        self._look_in(SECONDS_TO_GATHER)

    def _look_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        # A look that comes sooner does for both.
        if self._look_timer and self._look_timer.when() <= loop.time() + seconds:
            return
        if self._look_timer:
            self._look_timer.cancel()
        self._look_timer = later(seconds, lambda: self.start(self._look()))

    async def _look(self) -> None:
        self._look_timer = None
        refusals, self._refusals = self._refusals, {}
        try:
            seen = await database.run(self._note_and_look, self._present(), refusals)
        finally:
            # Also if this look has failed: otherwise nobody would look again.
            if not self.is_quiet:
                self._look_in(PRESENCE_NOTED.total_seconds())
        self._take(seen)
        self._exhaustive_test.go_on(seen)
        self._round_robin.go_on(seen)

    def _present(self) -> list[int]:
        """Return the users to be noted as present; nobody, if they have just been noted."""
        now = asyncio.get_running_loop().time()
        # Half the interval: a look that comes a little early must still note them.
        if now - self._noted_at < PRESENCE_NOTED.total_seconds() / 2:
            return []
        self._noted_at = now
        return list(self._here)

    def _note_and_look(
        self, present: list[int], refusals: dict[int, str]
    ) -> queries.WorkshopSnapshot:
        services.note(present=present, refusals=refusals)
        return queries.look(self.pk)

    def _take(self, seen: queries.WorkshopSnapshot) -> None:
        is_new = seen.waiting != self.waiting
        self.waiting = seen.waiting
        self._names |= seen.names
        for visitor in filter(None, map(self.here, seen.removed)):
            visitor.hang_up()
        if not seen.is_open:
            for visitor in self._all():
                visitor.hang_up()
        elif is_new:
            for visitor in self._all():
                visitor.tell_lobby()

    def _all(self) -> Iterator[Visitor]:
        return iter(tuple(self.visitors))

    # Work that outlives a message.

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = in_background(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, database.Unavailable):
            logger.error("a workshop's work failed", exc_info=error)

    def _quiet(self) -> None:
        if self.is_quiet:
            self._on_idle(self)
