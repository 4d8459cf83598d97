"""Asks programs every line of play, shortest first, as the lab does, in games that are not real.

A program that answers `client:init` with a move can be asked; it sees a board on which it is its
turn. The verdict on it is shown on the diagonal of the round robin's cross table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Cell, Position
from games.engine.arena.walk import SHARE_ASKED_TWICE, Walk
from games.live.storage import database
from games.live.workers import thinking
from games.models import WorkshopPlayer
from games.programs.workshops import services
from games.programs.workshops.queries import ProgramToTest, WorkshopSnapshot
from games.programs.workshops.room.visitor import Visitor
from games.programs.workshops.round_robin.play import Roster

logger = logging.getLogger(__name__)

# Each answer is a message, of which a client may send ten a second (gateway.client).
SECONDS_BETWEEN_QUESTIONS = 0.12

Verdict = WorkshopPlayer.Verdict
# The worse of the verdicts on the two seats counts, by this order; of two losses the shorter.
WORST_FIRST = (Verdict.REFUTED, Verdict.SILENT, Verdict.BY_CHANCE, Verdict.UNBEATEN, Verdict.PROVEN)
Ask = Callable[[Sequence[Cell]], Awaitable[Cell]]


class ExhaustiveTest:
    """The questions to the visitors of this process."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._asked: set[int] = set()  # the keys of players

    def go_on(self, seen: WorkshopSnapshot) -> None:
        """Begin to ask the programs that are due, here and free; the levels always are."""
        for player in seen.to_ask:
            visitor = self._roster.here(player.user)
            if player.pk in self._asked or not (player.level or (visitor and visitor.is_free)):
                continue
            self._asked.add(player.pk)
            self._roster.start(self._ask(player, visitor, seen.move_seconds))

    async def _ask(self, player: ProgramToTest, visitor: Visitor | None, seconds: int) -> None:
        try:
            if visitor:
                verdict, loses_in = await _verdict_on_visitor(visitor, player, seconds)
            else:
                verdict, loses_in = await _verdict_on_level(player.level)
            await database.run(
                services.store_verdict, player=player.pk, verdict=verdict, loses_in=loses_in
            )
        except GameError as refused:  # it has gone or is playing, and is asked later
            logger.info("a program was not asked: %s", refused.code)
        finally:
            self._asked.discard(player.pk)
        self._roster.changed()


async def _verdict_on_visitor(
    visitor: Visitor, player: ProgramToTest, seconds: int
) -> tuple[Verdict, int]:
    async with visitor.turn:
        if visitor.user_id != player.user:  # it has gone, or become another player
            raise GameError("gone")
        if not visitor.is_free:
            raise GameError("already_playing")
        await visitor.begin_questions()
    # Without holding its turn: the answers come as moves, and each move takes the turn.
    found = await verdict_on(partial(visitor.ask, seconds=seconds), pause=SECONDS_BETWEEN_QUESTIONS)
    visitor.end_questions()
    return found


async def _verdict_on_level(level: str) -> tuple[Verdict, int]:
    """Return the verdict on the computer's *level*. It is asked nothing twice, because it is known
    to choose by chance among moves that seem equal to it: its first choice counts."""
    return await verdict_on(partial(_ask_level, level), share_asked_twice=0)


async def _ask_level(level: str, moves: Sequence[Cell]) -> Cell:
    """Return what the computer's *level* does after *moves*."""
    while True:
        try:
            return await thinking.think(level, Position.after(TIC_TAC_TOE, moves))
        except thinking.TooManySearches:
            await asyncio.sleep(database.SECONDS_BEFORE_RETRY)


async def verdict_on(
    ask: Ask,
    *,
    pause: float = 0,
    share_asked_twice: float = SHARE_ASKED_TWICE,
) -> tuple[Verdict, int]:
    """Return the verdict on a program that answers *ask*, and in how many moves it loses, or 0.

    There is a *pause* of so many seconds after each answer. Raises GameError("gone").
    """
    walks = (
        Walk.begin(TIC_TAC_TOE, is_first=is_first, share_asked_twice=share_asked_twice)
        for is_first in (True, False)
    )
    found = [await _verdict_in_seat(ask, pause, walk) for walk in walks]
    return min(found, key=lambda one: (WORST_FIRST.index(one[0]), one[1]))


async def _verdict_in_seat(ask: Ask, pause: float, walk: Walk) -> tuple[Verdict, int]:
    while walk.verdict is None:
        (question,) = walk.questions(1)
        try:
            walk.answer(question.id, await ask(question.moves))
        except TimeoutError:
            return Verdict.SILENT, 0
        except GameError as refused:
            if refused.code == "gone":
                raise
            return Verdict.REFUTED, len(question.moves) + 1  # whoever cannot move has lost
        await asyncio.sleep(pause)
    return Verdict(walk.verdict), len(walk.lines.shortest_loss or ())
