"""The computer's seat in a room: it thinks about the position, then acts like a player."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from games.core.errors import GameError
from games.core.match import Match
from games.core.rules import Mark
from games.live.actor import Decide, Submit
from games.live.storage.database import SECONDS_BEFORE_RETRY, Unavailable
from games.live.workers import thinking
from games.models import Game

logger = logging.getLogger(__name__)


class EngineSeat:
    """The engine's part in one game, if it has one."""

    def __init__(
        self,
        game: Game,
        *,
        delay_ms: int,
        submit: Submit,
        start: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        """Take *delay_ms*, the least time that the engine appears to think.

        Its decisions go through *submit*, as everybody's moves do; *start* runs its work.
        """
        self._level = game.level
        self._named = {"game": game.uid}
        self._delay = delay_ms / 1000
        self._submit, self._start = submit, start
        self._thought: asyncio.Task[None] | None = None

    def call(self, match: Match | None) -> None:
        """Have the engine think about *match* instead of an earlier one; with None, about none."""
        if self._thought:
            # This also stops the search in its thread; see games.live.workers.thinking.
            self._thought.cancel()
            self._thought = None
        if match:
            self._thought = self._start(self._move(match))

    async def _move(self, match: Match) -> None:
        mark = match.turn
        assert mark is not None
        until = asyncio.get_running_loop().time() + self._delay
        try:
            decide = await self._think(match, mark)
            await asyncio.sleep(until - asyncio.get_running_loop().time())
            await self._act_for(match.player(mark), decide)
        except GameError as error:
            logger.warning("the engine's move was refused: %s", error.code, extra=self._named)
        except Exception:
            logger.exception("the engine failed", extra=self._named)

    async def _think(self, match: Match, mark: Mark) -> Decide:
        """Return what the engine decides to do: move, take over the first mark, or claim a draw."""
        if match.position.is_dead and not _is_last_cell(match):
            return lambda match, now: match.claim_draw(now=now)
        while True:
            try:
                if match.may_swap(mark) and await thinking.think_about_swap(match.position):
                    return lambda match, now: match.swap_sides(mark=mark)
                cell = await thinking.think(self._level, match.position, swap=match.swap)
                break
            except thinking.TooManySearches:
                await asyncio.sleep(SECONDS_BEFORE_RETRY)
        # It names the ply that it thought about, so that a game that has moved on refuses the move.
        ply = match.ply
        return lambda match, now: match.play(mark=mark, ply=ply, cell=cell, now=now)

    async def _act_for(self, player: int | None, decide: Decide) -> None:
        # A move that was thought out is not given up while the database is away.
        while True:
            try:
                await self._submit(decide, actor_id=player)
                return
            except Unavailable:
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def wait_until_moved(self, *, seconds: float) -> None:
        """Wait until the engine has moved, or *seconds* have passed: for pages without sockets."""
        if self._thought:
            await asyncio.wait({self._thought}, timeout=seconds)


def _is_last_cell(match: Match) -> bool:
    """Return whether the next move fills the board, which draws the game without a claim."""
    return match.ply == match.ruleset.cells - 1
