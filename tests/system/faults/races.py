"""Many sockets that send the same move at once: one is made, all others are told."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter

from tests.system.faults.place import Place, require
from tests.system.faults.seats import Seat

OPENED_AT_ONCE = 50
CELLS = 60  # that are raced for in each round
PATIENCE = 60.0  # seconds for everybody to be told


def same_ply(place: Place, *, sockets: int, rounds: int, within: float = float("inf")) -> str:
    """Let one player's *sockets* all send the next move in the same moment, on different cells.

    *within* is the bound in seconds for 99 of 100 to hear what became of their own.
    """
    allow_files(2 * sockets + 200)
    most = str(2 * sockets)
    site = place.site(SOCKETS_PER_USER=most, SOCKETS_PER_ADDRESS=most)
    x, o, uid = place.run("tests.system.deploy.prepare_games", "1").split()
    table = Race(site.port, uid, x, o)
    waits = sorted(asyncio.run(table.run(sockets, rounds)))
    require(place.moves()[uid] == table.made, f"{table.made} were told, not what is stored.")
    place.require_no_traceback()
    p99 = waits[int(len(waits) * 0.99)]
    require(p99 <= within, f"p99 is {p99:.2f} s.")
    return (
        f"each time 1 accepted, {sockets - 1} stale, all told the same; "
        f"p50 {waits[len(waits) // 2]:.2f} s, p99 {p99:.2f} s (bound {within:g} s)."
    )


def allow_files(count: int) -> None:
    """Let this process and those that it starts have so many files open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))


class Race:
    """One game whose X races with itself; O answers each move by one socket."""

    def __init__(self, port: int, uid: str, x: str, o: str) -> None:
        self.port, self.uid, self.x, self.o = port, uid, x, o
        self.made: list[int] = []  # the cells of the moves

    async def run(self, sockets: int, rounds: int) -> list[float]:
        """The seconds that each of X's sockets waited in each round."""
        waits = []
        gate = asyncio.Semaphore(OPENED_AT_ONCE)
        racers = await asyncio.gather(*(self.enter(self.x, gate) for _ in range(sockets)))
        answerer = await self.enter(self.o, gate)
        async with asyncio.timeout(PATIENCE):
            for number in range(rounds):
                waits += await self.race(racers, first_cell=number * CELLS)
                answerer.play(len(self.made), 360 - number, f"answer-{number}")
                await asyncio.gather(*(racer.hear_of(len(self.made) + 1) for racer in racers))
                self.made.append(360 - number)
        await asyncio.gather(*(racer.wire.leave() for racer in [*racers, answerer]))
        return waits

    async def enter(self, session: str, gate: asyncio.Semaphore) -> Seat:
        async with gate:
            return await Seat.open(self.port, self.uid, session)

    async def race(self, racers: list[Seat], *, first_cell: int) -> list[float]:
        """Let everybody send the next move, and compare what they are told."""
        ply = len(self.made)
        began = time.monotonic()
        for number, racer in enumerate(racers):
            racer.play(ply, first_cell + number % CELLS, f"r{ply}-{number}")
        waits = await asyncio.gather(*(self.waited(racer, began) for racer in racers))
        await asyncio.gather(*(racer.hear_of(ply + 1) for racer in racers))
        answers = Counter(racer.answer for racer in racers)
        expected = Counter({"moved": 1, "stale_ply": len(racers) - 1})
        require(answers == expected, f"Instead of {dict(expected)}: {dict(answers)}")
        cells = {tuple(racer.moves) for racer in racers}
        require(len(cells) == 1, f"They see {len(cells)} different games.")
        self.made = list(racers[0].moves)
        return waits

    @staticmethod
    async def waited(racer: Seat, began: float) -> float:
        await racer.hear_answer()
        return time.monotonic() - began
