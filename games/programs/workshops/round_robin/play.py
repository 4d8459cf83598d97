"""The round robin of a workshop: begins its games as the players are free, and ends what stalls."""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Iterable
from contextlib import AsyncExitStack, suppress
from typing import Any, Protocol

from games.compete.round_robin.chart import Chart, Meeting
from games.core.clock import SECOND, Milliseconds
from games.core.errors import GameError
from games.core.events import Status
from games.core.match import Match, Step
from games.live.rooms import rooms
from games.models import utc_now
from games.programs.workshops.queries import WorkshopSnapshot
from games.programs.workshops.room.visitor import Visitor
from games.programs.workshops.round_robin import services

logger = logging.getLogger(__name__)


class Roster(Protocol):
    """The workshop as the round robin needs it."""

    pk: int

    def here(self, user: int) -> Visitor | None: ...

    def start(self, work: Coroutine[Any, Any, None]) -> None: ...

    def changed(self) -> None: ...


class RoundRobin:
    """The round robin as the visitors of this process play it."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._beginning: list[Meeting] = []  # not in the database yet
        self._seen_since: dict[str, Milliseconds] = {}  # of the games that go on, by uid

    def go_on(self, seen: WorkshopSnapshot) -> None:
        """Begin the games whose players are free, and end those that stall."""
        if not seen.is_paused:
            for meeting in seen.chart.may_begin(self._free(seen.chart), self._beginning):
                self._beginning.append(meeting)
                self._roster.start(self._begin(meeting, meeting.pair - seen.chart.levels))
        self._end_what_stalls(seen.being_played, seen.move_seconds * SECOND)

    def _free(self, chart: Chart) -> set[int]:
        """Return the players who are here, and whom nothing keeps from playing."""
        here = {member.key: self._roster.here(member.key) for member in chart.members}
        return {key for key, visitor in here.items() if visitor and visitor.is_free}

    async def _begin(self, meeting: Meeting, users: Iterable[int]) -> None:
        try:
            await self._seat(meeting, users)
        except GameError as refused:
            logger.info("a game of a round robin was not begun: %s", refused.code)
        finally:
            self._beginning.remove(meeting)
        self._roster.changed()

    async def _seat(self, meeting: Meeting, users: Iterable[int]) -> None:
        """Begin the game and show it to the visitors who are its *users*, if they are still free
        when it is their turn. *users* are people alone: the game's room has the computer move."""
        visitors: list[Visitor] = []
        async with AsyncExitStack() as turns:
            # In order, so that two games with the same visitors cannot wait for each other's turns.
            for user in sorted(users):
                visitor = self._roster.here(user)
                if visitor is None:
                    return
                await turns.enter_async_context(visitor.turn)
                if self._roster.here(user) is not visitor:  # it has gone, or become another player
                    return
                visitors.append(visitor)
            if not all(visitor.is_free for visitor in visitors):
                return
            called_off: list[Visitor] = []
            try:
                for visitor in visitors:
                    if await visitor.call_off():
                        called_off.append(visitor)
                uid = await services.begin_meeting(workshop_id=self._roster.pk, meeting=meeting)
            except GameError:
                for visitor in called_off:
                    visitor.lead_out()
                raise
            for visitor in visitors:
                await visitor.sit(uid)

    def _end_what_stalls(self, uids: Iterable[str], longest: Milliseconds) -> None:
        """End the games in which nobody moves.

        No move's time begins before this process first saw the game: while no server ran, nobody
        could move.
        """
        now = utc_now()
        self._seen_since = {uid: self._seen_since.get(uid, now) for uid in uids}
        for uid, since in self._seen_since.items():
            self._roster.start(forfeit_if_stalled(uid, since=since, longest=longest))


async def forfeit_if_stalled(uid: str, *, since: Milliseconds, longest: Milliseconds) -> None:
    """Have the side to move resign the game *uid* if it has had *longest* for its move, counted
    from *since* at the earliest. The computer never has to: it always answers, however busy it is.
    """
    room = rooms().find_open(uid)
    if room is None or room.engine_plays(room.match.turn):
        return

    def forfeit(match: Match, now: Milliseconds) -> Step:
        moved = match.moves[-1].at if match.moves else match.started_at
        begun = max(since, moved or since)
        if match.status is not Status.ONGOING or match.turn is None or now - begun < longest:
            return match, ()
        return match.resign(mark=match.turn, now=now)

    with suppress(GameError):  # it ended meanwhile
        await room.submit(forfeit, actor_id=None)
