"""Asks programs every line of play, shortest first, as the lab does, by games that are none.

A program that answers `client:init` with a move can be asked; it sees a board on which it is its
turn. What is shown of it stands on the diagonal of the wall's table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Cell
from games.engine.arena.lines import Verdict
from games.engine.arena.walk import Walk
from games.live import database
from games.models import WorkshopPlayer
from games.workshops import services
from games.workshops.queries import Seen
from games.workshops.room.visitor import Visitor
from games.workshops.round_robin import Roster

logger = logging.getLogger(__name__)

# A client may send ten messages a second, and is answered no faster.
SECONDS_BETWEEN_QUESTIONS = 0.12

Shown = WorkshopPlayer.Verdict
Ask = Callable[[Sequence[Cell]], Awaitable[Cell]]


class ProgramInquiry:
    """The questions to the visitors of this process."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._asked: set[int] = set()  # the users of players

    def go_on(self, seen: Seen) -> None:
        """Begin to ask those who are to be asked, are here, and do nothing else."""
        for user in seen.to_ask:
            visitor = self._roster.here(user)
            if visitor and visitor.is_free and user not in self._asked:
                self._asked.add(user)
                self._roster.start(self._ask(user, visitor))

    async def _ask(self, user: int, visitor: Visitor) -> None:
        try:
            async with visitor.turn:
                if not visitor.is_free:
                    raise GameError("already_playing")
                await visitor.begin_questions()
            verdict, loses_in = await verdict_on(visitor.ask)
            visitor.end_questions()
            await database.run(
                services.store_verdict, user=user, verdict=verdict, loses_in=loses_in
            )
        except GameError as refused:  # it has gone, and is asked when it comes back
            logger.info("a program was not asked: %s", refused.code)
        finally:
            self._asked.discard(user)
        self._roster.changed()


async def verdict_on(ask: Ask) -> tuple[WorkshopPlayer.Verdict, int]:
    """What is shown of a program that answers *ask*, and in how many moves it loses, if it does.

    Raises GameError("gone").
    """
    found = [await _verdict_in_seat(ask, is_first=is_first) for is_first in (True, False)]
    if refuted := [loses_in for verdict, loses_in in found if verdict is Shown.REFUTED]:
        return Shown.REFUTED, min(refuted)
    for verdict in (Shown.SILENT, Shown.BY_CHANCE):
        if (verdict, 0) in found:
            return verdict, 0
    return Shown.PROVEN, 0


async def _verdict_in_seat(ask: Ask, *, is_first: bool) -> tuple[WorkshopPlayer.Verdict, int]:
    walk = Walk.begin(TIC_TAC_TOE, is_first=is_first)
    while walk.verdict is None:
        (question,) = walk.questions(1)
        try:
            walk.answer(question.id, await ask(question.moves))
        except TimeoutError:
            return Shown.SILENT, 0
        except GameError as refused:
            if refused.code == "gone":
                raise
            return Shown.REFUTED, len(question.moves) + 1  # whoever cannot move has lost
        await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)
    loss = walk.lines.shortest_loss
    match walk.verdict:
        case Verdict.REFUTED if loss:
            return Shown.REFUTED, len(loss)
        case Verdict.BY_CHANCE:
            return Shown.BY_CHANCE, 0
    return Shown.PROVEN, 0
