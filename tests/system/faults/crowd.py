"""Many visitors in one thread, and what is asked of them together."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType

from tests.serving import ServerProcess
from tests.system.faults.place import ORIGIN, Broken, Place
from tests.system.faults.visitors import LONGEST, Visitor

BETWEEN_LOOKS = 0.01  # seconds


class Crowd(threading.Thread):
    """Visitors who live for as long as the block."""

    def __init__(self, visitors: Sequence[Visitor]) -> None:
        super().__init__(daemon=True)
        self.visitors = visitors
        self._failed: BaseException | None = None
        self._is_over = asyncio.Event()
        self._loop = asyncio.new_event_loop()

    def __enter__(self) -> Crowd:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._is_over.set)
        self.join(10)

    def run(self) -> None:
        self._loop.run_until_complete(self._live())
        self._loop.close()

    async def _live(self) -> None:
        living = [asyncio.create_task(visitor.live(ORIGIN)) for visitor in self.visitors]
        for task in living:
            task.add_done_callback(self._note_failure)
        await self._is_over.wait()
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)

    def _note_failure(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._failed = self._failed or task.exception()

    def wait(self, holds: Callable[[Visitor], bool], *, seconds: float, otherwise: str) -> float:
        """Return after how many seconds it *holds* of every visitor. Raises Broken if too late."""
        began = time.monotonic()
        while late := [visitor for visitor in self.visitors if not holds(visitor)]:
            if self._failed:
                raise self._failed
            if time.monotonic() - began > seconds:
                raise Broken(f"{len(late)} of {len(self.visitors)} {otherwise} in {seconds:g} s.")
            time.sleep(BETWEEN_LOOKS)
        return time.monotonic() - began

    def wait_for_moves(self, more: int = 1, *, seconds: float) -> float:
        """Return after how many seconds every visitor knows of so many *more* moves."""
        before = {visitor: len(visitor.moves) for visitor in self.visitors}
        return self.wait(
            lambda visitor: len(visitor.moves) >= before[visitor] + more,
            seconds=seconds,
            otherwise="heard of no move",
        )

    def come_in(self, *, seconds: float = 60.0) -> None:
        """Return once everybody is there and every game is played."""
        self.wait(lambda visitor: visitor.back_at > 0, seconds=seconds, otherwise="did not come")
        self.wait_for_moves(seconds=seconds)

    def most_heard(self) -> dict[str, int]:
        """The most moves of each game that anybody has been told of."""
        most: dict[str, int] = {}
        for visitor in self.visitors:
            most[visitor.uid] = max(visitor.heard, most.get(visitor.uid, 0))
        return most

    def codes(self) -> Counter[int]:
        """How sockets have ended."""
        return sum((visitor.codes for visitor in self.visitors), Counter())

    def refusals(self) -> Counter[str | int]:
        """Handshakes that were refused, by their status, and messages, by their code."""
        return sum((visitor.refusals for visitor in self.visitors), Counter())

    def retries(self) -> int:
        """How often players were told to ask again."""
        return sum(visitor.retries for visitor in self.visitors)


def seat(
    place: Place,
    games: int,
    sites: Sequence[ServerProcess],
    *,
    watchers: int = 0,
    between_moves: float = 0.3,
    control: str = "none",
    longest: int = LONGEST,
) -> Crowd:
    """So many new games with two players each, and watchers spread over them.

    X looks at the first of *sites*, O at the last, the watchers at them in turn. *control* is the
    games' clock, and *longest* after how many moves the players stop.
    """
    x, o, uids = place.games(games, control)
    visitor = partial(Visitor, between_moves=between_moves, longest=longest)
    visitors = [visitor(uid, x, sites[0].port, side=0) for uid in uids]
    visitors += [visitor(uid, o, sites[-1].port, side=1) for uid in uids]
    for number in range(watchers):
        port = sites[number % len(sites)].port
        visitors.append(visitor(uids[number % games], x, port, side=None))
    return Crowd(visitors)
