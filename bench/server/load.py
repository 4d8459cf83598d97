"""The same load for every server: tables with two players who answer each other.

A move counts once both players have heard of it. In the closed loop each player answers at once,
which finds the most a server can do. In the open loop moves fall due at random moments at a given
rate. If no table is ready then, the move's delay still counts from the moment it was due, so that a
slow server does not make its own delays look short.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bench.server.usage import CoreUse, cpu_seconds, memory_bytes

now = time.perf_counter
TICK = 0.001  # seconds between two looks at what is due
OWN_DELAY = 0.003  # seconds that this client's timer may be late
WARM_UP = 1.0  # seconds before each measurement
DRAINING_TIMEOUT = 60.0


class GamesRanOut(Exception):
    """A table has played all games that were prepared for it."""


class Table:
    """Two players at one game after another. A GameProtocol drives it through `note_heard`."""

    def __init__(self, load: Load, script: Sequence[int]) -> None:
        self.load = load
        self.script = script
        self.ply = 0
        self.kept: Any = None  # the protocol's own
        self._heard = 0
        self._moved_at = 0.0
        self._is_moving = False

    def begin(self) -> None:
        """Begin a new game."""
        self.ply = 0
        self.load.is_ready(self)

    def move(self, due: float) -> None:
        self._moved_at = due
        self._is_moving = True
        self.load.protocol.send_move(self, self.ply, self.script[self.ply])

    def note_heard(self, seat: int, plies: int) -> None:
        """Note that the player at *seat* has heard that *plies* moves have been made."""
        if not self._is_moving or plies != self.ply + 1 or self._heard >> seat & 1:
            return
        if seat != self.ply % 2:
            self.load.delays.append(now() - self._moved_at)
        self._heard |= 1 << seat
        if self._heard == 0b11:
            self._end_move()

    def _end_move(self) -> None:
        self._heard = 0
        self._is_moving = False
        self.ply += 1
        self.load.moves += 1
        if self.ply < len(self.script):
            self.load.is_ready(self)
        elif not self.load.protocol.next_game(self):
            self.load.run_out()


class GameProtocol(Protocol):
    """How one server is spoken to."""

    def script(self) -> Sequence[int]:
        """The cells of a game that nobody wins."""

    async def seat(self, tables: Sequence[Table]) -> None:
        """Open the sockets of all tables and have `begin` called on each."""

    def send_move(self, table: Table, ply: int, cell: int) -> None: ...

    def next_game(self, table: Table) -> bool:
        """Have `begin` called once the table's next game is there; False if there is none left."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is measured: how it is spoken to, and the processes it consists of.

    *programs* are process ids by name. They descend from the process *root*, on whose cores nothing
    else should run. *counters* returns further figures that only grow.
    """

    protocol: GameProtocol
    programs: Mapping[str, Sequence[int]]
    root: int
    counters: Callable[[], dict[str, float]] = dict

    def cpu(self) -> dict[str, float]:
        """Return the microseconds of processor time so far, by program."""
        return {name: sum(map(cpu_seconds, pids)) * 1e6 for name, pids in self.programs.items()}

    def memory(self) -> dict[str, float]:
        """Return the bytes of memory, by program."""
        return {name: sum(map(memory_bytes, pids)) for name, pids in self.programs.items()}


@dataclass(slots=True)
class Figures:
    """Moves a second, and milliseconds from a move to the opponent."""

    moves: float
    p50: float
    p99: float
    p999: float
    client: float  # share of the client's own core that it used
    others: float  # share of the server's cores that other programs used
    cpu: dict[str, float]  # microseconds a move, by program
    counted: dict[str, float]  # of the subject's counters, a move

    @property
    def all_cpu(self) -> float:
        return sum(self.cpu.values())


class Load:
    """The tables at one server and what they share."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.protocol = subject.protocol
        self.moves = 0
        self.delays: list[float] = []
        self._tables: list[Table] = []
        self._is_running = False
        self._rate: float | None = None
        self._ready: list[Table] = []
        self._overdue: deque[float] = deque()
        self._has_run_out = asyncio.Event()
        self._are_all_ready = asyncio.Event()

    async def seat(self, tables: int) -> None:
        """Open the sockets of *tables* tables."""
        self._tables = [Table(self, self.protocol.script()) for _ in range(tables)]
        await self.protocol.seat(self._tables)
        await self._drain()

    def is_ready(self, table: Table) -> None:
        if self._is_running and self._rate is None:
            table.move(now())
        elif self._is_running and self._overdue:
            table.move(self._overdue.popleft())
        else:
            self._ready.append(table)
            if len(self._ready) == len(self._tables):
                self._are_all_ready.set()

    def run_out(self) -> None:
        self._has_run_out.set()

    async def measure(self, seconds: float, rate: float | None = None) -> Figures:
        """Play for *seconds* after a warm-up: *rate* moves a second, or else as many as possible.

        Raises GamesRanOut.
        """
        gc.collect()
        gc.freeze()
        gc.disable()
        self._rate, self._is_running = rate, True
        pacing = asyncio.create_task(self._pace(rate) if rate else self._push())
        try:
            await self._wait(WARM_UP)
            return await self._measure(seconds)
        finally:
            self._is_running = False
            await pacing
            gc.enable()
            gc.unfreeze()
            await self._drain()

    async def _push(self) -> None:
        waiting, self._ready = self._ready, []
        for table in waiting:
            table.move(now())

    async def _pace(self, rate: float) -> None:
        chance = random.Random(7)
        due = now()
        while self._is_running:
            at = now()
            while due <= at:
                if self._ready:
                    self._any_ready(chance).move(at if at - due < OWN_DELAY else due)
                else:
                    self._overdue.append(due)
                due += chance.expovariate(rate)
            await asyncio.sleep(TICK)

    def _any_ready(self, chance: random.Random) -> Table:
        """Return a random one, so that tables do not keep step and end their games together."""
        place = chance.randrange(len(self._ready))
        self._ready[place], self._ready[-1] = self._ready[-1], self._ready[place]
        return self._ready.pop()

    async def _measure(self, seconds: float) -> Figures:
        subject = self.subject
        self.delays.clear()
        counted, core, own = subject.counters(), CoreUse(subject.root), time.process_time()
        moves, at, cpu = self.moves, now(), subject.cpu()
        await self._wait(seconds)
        span, made, delays = now() - at, self.moves - moves, sorted(self.delays)
        if not delays:
            raise RuntimeError("No move reached the opponent.")
        return Figures(
            moves=made / span,
            p50=_quantile(delays, 0.5),
            p99=_quantile(delays, 0.99),
            p999=_quantile(delays, 0.999),
            cpu=each(cpu, subject.cpu(), made),
            client=(time.process_time() - own) / span,
            others=core.by_others() / span / len(core.cores),
            counted=each(counted, subject.counters(), made),
        )

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._has_run_out.wait()
        except TimeoutError:
            return
        raise GamesRanOut

    async def _drain(self) -> None:
        """Wait until every move that is under way has been heard of."""
        self._overdue.clear()
        if self._has_run_out.is_set() or len(self._ready) == len(self._tables):
            return
        self._are_all_ready.clear()
        async with asyncio.timeout(DRAINING_TIMEOUT):
            await self._are_all_ready.wait()


def each(before: dict[str, float], after: dict[str, float], count: int) -> dict[str, float]:
    """Return how much every figure has grown, divided by *count*."""
    return {name: (after[name] - was) / count for name, was in before.items()}


def _quantile(delays: Sequence[float], share: float) -> float:
    """Return a quantile in milliseconds; *delays* are seconds in ascending order."""
    return delays[min(len(delays) - 1, int(share * len(delays)))] * 1e3
