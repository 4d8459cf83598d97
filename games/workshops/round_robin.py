"""The round robin of a workshop: begins its games as the players are free, and ends what stalls."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, Protocol

from games.core.clock import SECOND, Milliseconds
from games.core.errors import GameError
from games.core.events import Status
from games.core.match import Match, Step
from games.live.rooms import rooms
from games.workshops import services
from games.workshops.queries import Pairing, Seen
from games.workshops.room.visitor import Visitor

logger = logging.getLogger(__name__)

LONGEST_MOVE: Milliseconds = 30 * SECOND  # a program that does not answer has lost


class Roster(Protocol):
    """The workshop as the round robin needs it."""

    def here(self, user: int) -> Visitor | None: ...

    def start(self, work: Coroutine[Any, Any, None]) -> None: ...

    def changed(self) -> None: ...


class Round:
    """The round robin of the visitors of this process."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._beginning: set[int] = set()  # the users of players who are about to play

    def go_on(self, seen: Seen) -> None:
        """Begin the games whose players are free, and end those that stall."""
        for pairing in seen.to_play:
            if self._is_free(pairing.x.pk) and self._is_free(pairing.o.pk):
                self._beginning |= {pairing.x.pk, pairing.o.pk}
                self._roster.start(self._begin(pairing))
        for uid in seen.being_played:
            self._roster.start(forfeit_if_stalled(uid))

    def _is_free(self, user: int) -> bool:
        """Whether the player is here, and nothing keeps it from playing."""
        visitor = self._roster.here(user)
        return visitor is not None and visitor.is_free and user not in self._beginning

    async def _begin(self, pairing: Pairing) -> None:
        try:
            await self._seat(pairing)
        except GameError as refused:
            logger.info("a game of a round robin was not begun: %s", refused.code)
        finally:
            self._beginning -= {pairing.x.pk, pairing.o.pk}
        self._roster.changed()

    async def _seat(self, pairing: Pairing) -> None:
        """Begin the game and show it to both, if they are still free when it is their turn."""
        visitors = [self._roster.here(user) for user in sorted((pairing.x.pk, pairing.o.pk))]
        async with AsyncExitStack() as turns:
            for visitor in visitors:
                if visitor is None:
                    return
                await turns.enter_async_context(visitor.turn)
            both = [visitor for visitor in visitors if visitor and visitor.is_free]
            if len(both) < len(visitors):
                return
            for visitor in both:
                await visitor.call_off()
            uid = await services.begin_pairing(pairing=pairing)
            for visitor in both:
                await visitor.sit(uid)


async def forfeit_if_stalled(uid: str) -> None:
    """End the game *uid* for the side that has had too long for its move."""
    if room := rooms().find_open(uid):
        with suppress(GameError):  # it ended meanwhile
            await room.submit(_forfeit_if_stalled, actor_id=None)


def _forfeit_if_stalled(match: Match, now: Milliseconds) -> Step:
    since = match.moves[-1].at if match.moves else match.started_at
    if match.status is not Status.ONGOING or match.turn is None or now - since < LONGEST_MOVE:
        return match, ()
    return match.resign(mark=match.turn, now=now)
