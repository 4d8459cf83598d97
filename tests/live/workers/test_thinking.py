"""Many who think at once share the threads: each gets less, nobody is turned away for good."""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from games.core.rules import TIC_TAC_TOE, Position
from games.live.workers import thinking


def waits_of(searches):
    """How long each waits if so many come at once and every search uses all of its budget."""
    waiting = [thinking.MAX_WAIT] * searches
    free_at = [0.0] * thinking.THREADS
    waits = []
    while waiting:
        now = min(free_at)
        done = now + thinking.budget([due - now for due in waiting])
        free_at[free_at.index(now)] = done
        waits.append(done)
        waiting.pop(0)
    return waits


def test_whoever_is_alone_has_all_the_time():
    assert thinking.budget([thinking.MAX_WAIT]) == thinking.SECONDS_A_MOVE


def test_the_budget_shrinks_as_searches_wait():
    wait = thinking.MAX_WAIT
    budgets = [thinking.budget([wait] * many) for many in range(1, thinking.MAX_SEARCHES + 1)]
    assert budgets == sorted(budgets, reverse=True)


def test_whoever_should_have_been_answered_gets_the_least():
    assert thinking.budget([-1.0, 3.0]) == thinking.MIN_SECONDS_PER_MOVE


@pytest.mark.parametrize("searches", [1, 2, 10, 16, 100, thinking.MAX_SEARCHES])
def test_all_who_come_at_once_are_answered_in_time(searches):
    assert max(waits_of(searches)) <= thinking.MAX_WAIT + 1e-9


async def test_the_time_of_a_search_is_set_when_it_begins(monkeypatch):
    """A few who came before many have no more time than these."""
    seconds: list[float] = []
    go_on = threading.Event()

    def choose(level: str, position: Position, limits: thinking.Limits, *, swap: bool) -> int:
        go_on.wait()
        seconds.append(limits.seconds)
        return 4

    monkeypatch.setattr(thinking, "choose", choose)
    monkeypatch.setattr(thinking, "time", SimpleNamespace(monotonic=lambda: 0.0))
    position = Position(TIC_TAC_TOE)
    tasks = [asyncio.create_task(thinking.think("rules", position)) for _ in range(50)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*tasks)
    # The first on each thread began alone; one thread may be through many before the other is.
    early, late = min(seconds), max(seconds)
    assert early < thinking.SECONDS_A_MOVE == late


async def test_who_goes_away_leaves_the_queue(monkeypatch):
    begun, go_on = threading.Semaphore(0), threading.Event()

    def choose(level: str, position: Position, limits: thinking.Limits, *, swap: bool) -> int:
        begun.release()
        go_on.wait()
        return 4

    monkeypatch.setattr(thinking, "choose", choose)
    position, threads = Position(TIC_TAC_TOE), thinking.THREADS
    tasks = [asyncio.create_task(thinking.think("rules", position)) for _ in range(threads + 2)]
    for _ in range(threads):
        await asyncio.get_running_loop().run_in_executor(None, begun.acquire)
    assert len(thinking._due) == 2
    tasks[-1].cancel()
    await asyncio.wait(tasks[-1:])
    assert len(thinking._due) == 1
    go_on.set()
    assert await asyncio.gather(*tasks[:-1]) == [4] * (threads + 1)


async def test_the_queue_is_bounded(monkeypatch):
    go_on = threading.Event()

    def choose(level: str, position: Position, limits: object, *, swap: bool) -> int:
        go_on.wait()
        return 4

    monkeypatch.setattr(thinking, "choose", choose)
    monkeypatch.setattr(thinking, "MAX_SEARCHES", 3)
    position = Position(TIC_TAC_TOE)
    tasks = [asyncio.create_task(thinking.think("rules", position)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(thinking.TooManySearches):
        await thinking.think("rules", position)
    go_on.set()
    assert await asyncio.gather(*tasks) == [4, 4, 4]
    assert await thinking.think("rules", position) == 4


async def test_a_search_is_stopped_when_nobody_waits_for_it(monkeypatch):
    stops: list[threading.Event] = []
    started = threading.Event()

    def choose(level: str, position: Position, limits: thinking.Limits, *, swap: bool) -> int:
        stops.append(limits.stop)
        started.set()
        limits.stop.wait()
        return 0

    monkeypatch.setattr(thinking, "choose", choose)
    task = asyncio.create_task(thinking.think("rules", Position(TIC_TAC_TOE)))
    await asyncio.get_running_loop().run_in_executor(None, started.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert stops[0].is_set()


def test_the_searches_are_loaded_before_anybody_asks(monkeypatch):
    said: SimpleQueue[tuple[str, bool]] = SimpleQueue()

    def say(what: str) -> None:
        said.put((what, threading.current_thread().daemon))

    def warm() -> Iterator[None]:
        say("loaded")
        yield

    monkeypatch.setattr(thinking, "warm", warm)
    thinking.warm_up(then=lambda: say("then"))
    # In a daemon's thread: the end of the process does not wait for it.
    assert [said.get(timeout=60) for _ in range(2)] == [("loaded", True), ("then", True)]


@pytest.mark.skipif(sys.platform != "linux", reason="niceness is the process's here")
async def test_a_thread_with_a_search_is_as_nice_as_the_loop_that_may_wait_for_it():
    def niceness(*_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    assert await thinking.study(niceness, 1.0) == niceness()
    assert await thinking.think_idly(niceness) == niceness()
