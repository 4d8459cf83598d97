"""How late a search stops, and how late the event loop is while two searches run."""

import asyncio
import os
import statistics
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor, wait

from games.core.rules import Position, Ruleset
from games.engine import Limits, choose
from games.engine.search.proof import solve
from games.live.workers.thinking import SECONDS_A_MOVE

HARD = Ruleset(8, 8, 5)  # which no search here brings to an end
MIDDLE_GAME = Position.after(Ruleset(15, 15, 5), (112, 113, 97, 127))
BUDGETS = (0.02, 0.1, 0.5)
RUNS = 20
BEAT, BEATS = 0.005, 400  # seconds between two looks at the clock, and how many in a round
ROUNDS = 4
SEARCHES = 2
LATE = 0.001


def run() -> None:
    solve(Position(HARD), Limits(nodes=100))  # these load the kernels
    choose("perfect", MIDDLE_GAME, Limits(seconds=60, nodes=100))
    print("| search | budget | late by, median | at most |")
    print("|---|---|---|---|")
    for budget in BUDGETS:
        report("time is up", budget, [late_by_clock(budget) for _ in range(RUNS)])
    report("stopped", 0.05, [late_by_stop(0.05) for _ in range(RUNS)])
    print(f"\nThe event loop's lag, with a load of {os.getloadavg()[0]:.1f} on the machine:\n")
    print("| beside it | median | p99 | later than 1 ms |")
    print("|---|---|---|---|")
    for name, found in lags_by_company().items():
        median, high = statistics.median(found), sorted(found)[int(len(found) * 0.99)]
        share = sum(lag > LATE for lag in found) / len(found)
        print(f"| {name} | {median * 1000:.2f} ms | {high * 1000:.2f} ms | {share:.1%} |")


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


def lags_by_company() -> dict[str, list[float]]:
    """Return how late the loop was, alone and beside searches, which took turns.

    So other work on the machine disturbs both alike.
    """
    alone: list[float] = []
    beside: list[float] = []
    with ThreadPoolExecutor(SEARCHES) as threads:
        for _ in range(ROUNDS):
            alone += asyncio.run(lags(None))
            beside += asyncio.run(lags(threads))
    return {"nothing": alone, f"{SEARCHES} searches": beside}


async def lags(threads: Executor | None) -> list[float]:
    """Return how late each beat of the loop was, beside searches in *threads*, if given."""
    stop = threading.Event()
    searches = [threads.submit(search_on, stop) for _ in range(SEARCHES)] if threads else []
    found = []
    for _ in range(BEATS):
        started = time.monotonic()
        await asyncio.sleep(BEAT)
        found.append(time.monotonic() - started - BEAT)
    stop.set()
    wait(searches)
    return found


def search_on(stop: threading.Event) -> None:
    """Find one move after the other, as the site does for those who play the strongest level."""
    while not stop.is_set():
        choose("perfect", MIDDLE_GAME, Limits(seconds=SECONDS_A_MOVE, stop=stop))
