"""How late a search stops, and how late the event loop is while two searches run."""

import asyncio
import statistics
import threading
import time

from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.solve import solve

HARD = Ruleset(8, 8, 5)  # which no search here brings to an end
BUDGETS = (0.02, 0.1, 0.5)
RUNS = 20
BEAT, BEATS = 0.005, 400  # seconds between two looks at the clock, and how many


def run() -> None:
    solve(Position(HARD), Limits(nodes=100))
    print("| search | budget | late by, median | at most |")
    print("|---|---|---|---|")
    for budget in BUDGETS:
        report("time is up", budget, [late_by_clock(budget) for _ in range(RUNS)])
    report("stopped", 0.05, [late_by_stop(0.05) for _ in range(RUNS)])
    print()
    idle = asyncio.run(lags(searches=0))
    busy = asyncio.run(lags(searches=2))
    for name, found in (("idle", idle), ("beside two searches", busy)):
        median, high = statistics.median(found), sorted(found)[int(len(found) * 0.99)]
        print(f"Event loop, {name}: late by {median * 1000:.2f} ms, p99 {high * 1000:.2f} ms")


def report(name: str, budget: float, late: list[float]) -> None:
    median, most = statistics.median(late), max(late)
    print(f"| {name} | {budget * 1000:.0f} ms | {median * 1000:.1f} ms | {most * 1000:.1f} ms |")


def late_by_clock(budget: float) -> float:
    started = time.monotonic()
    solve(Position(HARD), Limits(seconds=budget))
    return time.monotonic() - started - budget


def late_by_stop(after: float) -> float:
    stop = threading.Event()
    stopped: list[float] = []

    def stop_it() -> None:
        stopped.append(time.monotonic())
        stop.set()

    threading.Timer(after, stop_it).start()
    solve(Position(HARD), Limits(seconds=100, stop=stop))
    return time.monotonic() - stopped[0]


async def lags(searches: int) -> list[float]:
    """How late each beat of the loop was, beside so many searches in threads."""
    stop = threading.Event()
    limits = Limits(seconds=BEAT * BEATS * 10, stop=stop)
    running = [asyncio.create_task(asyncio.to_thread(solve, Position(HARD), limits))
               for _ in range(searches)]  # fmt: skip
    found = []
    for _ in range(BEATS):
        started = time.monotonic()
        await asyncio.sleep(BEAT)
        found.append(time.monotonic() - started - BEAT)
    stop.set()
    await asyncio.gather(*running)
    return found
