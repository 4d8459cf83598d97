"""One round of one server: as fast as it can, at half of that, at a common rate, and idle."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from statistics import median
from typing import Any

import uvloop

from bench.server.contestants import Contestant
from bench.server.load import WARM_UP, Figures, GamesRanOut, Load, Subject, each

PARTS = ("full", "half", "common", "idle")
FIGURES = tuple(field.name for field in fields(Figures))
SPARE = 1.3  # times the games that are needed, as tables are not equally fast
FIRST = 20  # tables that are seated before the memory is read
SETTLING = 3.0  # seconds between the last socket and reading the memory


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured: tables at once, seconds each, moves a second at the common rate."""

    tables: int
    seconds: float
    rate: float
    parts: tuple[str, ...]
    idle_sockets: int

    def moves_a_table(self, expected: float) -> int:
        """Return how many moves each table makes in all parts, at *expected* moves a second."""
        rates = {"full": expected, "half": expected / 2, "common": self.rate}
        moves = sum(rates.get(part, 0.0) for part in self.parts) * (self.seconds + WARM_UP)
        return int(moves * SPARE / self.tables)


@dataclass(slots=True)
class Round:
    """The figures of a round; None for those that were not asked for.

    *idle* is memory in bytes a socket, *entry* CPU in microseconds to let one in, by program.
    """

    full: Figures | None = None
    half: Figures | None = None
    common: Figures | None = None
    idle: dict[str, float] | None = None
    entry: dict[str, float] | None = None


def measure(contestant: Contestant, plan: Plan) -> Round:
    """Measure one round. If games run out, it begins again with more."""
    result = Round()
    while set(plan.parts) - {"idle"}:
        try:
            result = _play(contestant, plan)
            break
        except GamesRanOut:
            contestant.expected *= 2
    if "idle" in plan.parts:
        result.idle, result.entry = _let_in(contestant, plan.idle_sockets // 2)
    return result


def _play(contestant: Contestant, plan: Plan) -> Round:
    moves = plan.moves_a_table(contestant.expected)
    with contestant.start(plan.tables, moves) as subject, _runner() as runner:
        return runner.run(_play_parts(Load(subject), plan))


async def _play_parts(load: Load, plan: Plan) -> Round:
    result = Round()
    await load.seat(plan.tables)
    if "full" in plan.parts:
        result.full = await load.measure(plan.seconds)
    if "half" in plan.parts:
        full = result.full or await load.measure(plan.seconds)
        result.half = await load.measure(plan.seconds, full.moves / 2)
    if "common" in plan.parts:
        result.common = await load.measure(plan.seconds, plan.rate)
    return result


def _let_in(contestant: Contestant, tables: int) -> tuple[dict[str, float], dict[str, float]]:
    async def seat() -> tuple[dict[str, float], dict[str, float]]:
        await Load(subject).seat(FIRST)  # loads what a server loads once
        memory, cpu = await settled(subject), subject.cpu()
        await Load(subject).seat(tables)
        afterwards = subject.cpu()
        sockets = 2 * tables
        return each(memory, await settled(subject), sockets), each(cpu, afterwards, sockets)

    with contestant.start(FIRST + tables, 0) as subject, _runner() as runner:
        return runner.run(seat())


async def settled(subject: Subject) -> dict[str, float]:
    await asyncio.sleep(SETTLING)
    return subject.memory()


def _runner() -> asyncio.Runner:
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def medians(rounds: Iterable[Figures | None]) -> Figures | None:
    """Return the median of each figure."""
    known = [figures for figures in rounds if figures]
    if not known:
        return None
    return Figures(*(_middle([getattr(one, name) for one in known]) for name in FIGURES))


def middles(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the median of each name's figures."""
    return {name: median(one[name] for one in rounds) for name in rounds[0]}


def _middle(values: Sequence[Any]) -> Any:
    return middles(values) if isinstance(values[0], dict) else median(values)
