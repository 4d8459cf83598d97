"""Grades finished games, one at a time, without holding up the moves of live ones.

One at a time, because a game's table of proofs is large. Each position is a search of its own in
the engine's queue, so that nobody's move waits for a whole game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine import Limits
from games.engine.analysis.grades import Grades
from games.engine.search.value import Proven
from games.learn.proofs import store, studies
from games.live.storage import database
from games.live.workers import thinking
from tictactoe_site.common.event_loop import in_background, per_loop

if TYPE_CHECKING:
    from games.engine.analysis.grader import Grader

logger = logging.getLogger(__name__)

SECONDS_A_GAME = 15.0  # of searching; long games get less for each position
SECONDS_A_POSITION = 0.8  # at most, beside its estimate: a move may wait in the queue behind it
SECONDS_BEFORE_RETRY = 0.5  # while the engine's queue is full
MAX_CELLS_WITH_OTHER_MOVES = 36  # some 700 positions in two queries
MAX_GAMES = 20  # in work or waiting

Keep = Callable[[Grades], None]
R = TypeVar("R")


class GradingQueue:
    """The games that are being graded in one event loop or wait for it, by uid."""

    def __init__(self) -> None:
        self._work: dict[str, asyncio.Task[None]] = {}
        self._shares: dict[str, float] = {}
        self._one_at_a_time = asyncio.Lock()

    def share_done(self, uid: str) -> float | None:
        """Return how much of the game is graded, from 0 to 1; None if it is not in the queue."""
        return self._shares.get(uid)

    @property
    def is_busy(self) -> bool:
        return bool(self._work)

    def require_room(self) -> None:
        """Raise GameError("too_busy") if too many games wait."""
        if len(self._work) >= MAX_GAMES:
            raise GameError("too_busy")

    def start(self, uid: str, ruleset: Ruleset, cells: tuple[Cell, ...], keep: Keep) -> None:
        """Have a game graded, unless it is in the queue; *keep* gets the grades, in the thread of
        the database. Raises GameError("too_busy") if too many games wait.
        """
        if uid in self._work:
            return
        self.require_room()
        self._shares[uid] = 0.0
        work = self._grade(uid, ruleset, cells, keep)
        self._work[uid] = in_background(work)

    async def wait(self, uid: str, seconds: float) -> None:
        """Wait until the game is graded, or *seconds* have passed."""
        if work := self._work.get(uid):
            await asyncio.wait({work}, timeout=seconds)

    async def _grade(self, uid: str, ruleset: Ruleset, cells: tuple[Cell, ...], keep: Keep) -> None:
        try:
            async with self._one_at_a_time:
                known = await database.run(_proven_values, ruleset, cells)
                grader = await _study(partial(_new_grader, ruleset, cells, known))
                while not grader.is_done:
                    await _study(grader.judge_next)
                    self._shares[uid] = grader.share_done
            await database.run(_keep_proofs, ruleset, grader)
            await database.run(keep, grader.grades)
        except Exception:
            logger.exception("a game could not be graded", extra={"game": uid})
        finally:
            del self._work[uid], self._shares[uid]


def _proven_values(ruleset: Ruleset, cells: tuple[Cell, ...]) -> Mapping[Position, Proven]:
    """Return what the store has proven of the positions of a game.

    On boards of up to MAX_CELLS_WITH_OTHER_MOVES cells, add the positions after all other moves.
    Return nothing on the smallest boards, where a search is as fast as reading.
    """
    if ruleset.cells <= studies.CELLS_AT_ONCE:
        return {}
    positions = [Position(ruleset)]
    for cell in cells:
        positions.append(positions[-1].play(cell))
    if ruleset.cells <= MAX_CELLS_WITH_OTHER_MOVES:
        beside = (each.marked(cell) for each in positions for cell in each.legal_moves())
        positions.extend(list(beside))
    return store.values_of(positions)


def _keep_proofs(ruleset: Ruleset, grader: Grader) -> None:
    if ruleset.cells > studies.CELLS_AT_ONCE:
        store.keep_all(grader.proofs, grader.nodes)


def _new_grader(
    ruleset: Ruleset, cells: tuple[Cell, ...], known: Mapping[Position, Proven], seconds: float
) -> Grader:
    """Return a grader for a game; *seconds* are for finding its positions in stored proofs."""
    from games.engine.analysis.grader import Grader  # these load the compiler
    from games.engine.proving.finding import values_of

    positions = (Position.after(ruleset, cells[:ply]) for ply in range(len(cells) + 1))
    known = {**values_of(positions, Limits(seconds=seconds)), **known}
    return Grader(ruleset, cells, Limits(seconds=SECONDS_A_GAME), known)


async def _study(work: Callable[[float], R]) -> R:
    """Return what *work* finds. While the engine's queue is full, try again."""
    while True:
        try:
            return await thinking.study(work, SECONDS_A_POSITION)
        except thinking.TooManySearches:
            await asyncio.sleep(SECONDS_BEFORE_RETRY)


grading_queue = per_loop(GradingQueue)
