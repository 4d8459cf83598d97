"""Many who think at once share the threads: each gets less, nobody is turned away for good."""

import asyncio
import threading

import pytest

from games.core.rules import TIC_TAC_TOE, Position
from games.live import thinking


def test_the_budget_shrinks_as_searches_wait():
    alone = thinking.budget(1)
    assert alone == thinking.SECONDS_A_MOVE
    budgets = [thinking.budget(searches) for searches in range(1, thinking.MOST_SEARCHES + 1)]
    assert budgets == sorted(budgets, reverse=True)


@pytest.mark.parametrize("searches", [1, 2, 10, 100, thinking.MOST_SEARCHES])
def test_a_full_queue_is_done_in_the_longest_wait(searches):
    waiting = thinking.budget(searches) * searches / thinking.THREADS
    assert waiting <= thinking.LONGEST_WAIT + 1e-9


async def test_the_queue_is_bounded(monkeypatch):
    go_on = threading.Event()

    def choose(level: str, position: Position, limits: object) -> int:
        go_on.wait()
        return 4

    monkeypatch.setattr(thinking, "choose", choose)
    monkeypatch.setattr(thinking, "MOST_SEARCHES", 3)
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

    def choose(level: str, position: Position, limits: thinking.Limits) -> int:
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


async def test_the_searches_are_loaded_before_anybody_asks(monkeypatch):
    loaded = threading.Event()

    def warm() -> list[tuple[int, int, str]]:
        loaded.set()
        return []

    monkeypatch.setattr(thinking, "warm", warm)
    thinking.warm_up()
    assert await asyncio.get_running_loop().run_in_executor(None, loaded.wait, 10)
