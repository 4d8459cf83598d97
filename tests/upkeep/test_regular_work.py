"""The server's own work: it begins, goes on whatever happens, and ends with a last heartbeat."""

import asyncio

import pytest

from games.live.database import Unavailable
from games.models import Heartbeat
from games.upkeep import services
from games.upkeep.regular_work import Upkeep, _repeat

pytestmark = pytest.mark.django_db(transaction=True)


async def until(condition) -> None:
    async with asyncio.timeout(30):
        while not await condition():
            await asyncio.sleep(0.01)


async def test_a_server_beats_until_it_ends(monkeypatch):
    upkeep = Upkeep()
    upkeep.start()
    await until(Heartbeat.objects.aexists)
    first = await Heartbeat.objects.aget()
    await upkeep.stop()
    assert (await Heartbeat.objects.aget()).at > first.at


async def test_it_ends_also_without_a_database(monkeypatch):
    async def away() -> None:
        raise Unavailable

    monkeypatch.setattr(services, "write_heartbeat", away)
    upkeep = Upkeep()
    upkeep.start()
    await upkeep.stop()
    assert not await Heartbeat.objects.aexists()


async def test_work_that_fails_is_done_again(caplog):
    calls = []

    async def work() -> None:
        calls.append(len(calls))
        if len(calls) == 1:
            raise Unavailable
        if len(calls) == 2:
            raise ValueError("broken")

    task = asyncio.create_task(_repeat(work, 0))

    async def is_repeated() -> bool:
        return len(calls) > 2

    await until(is_repeated)
    task.cancel()
    assert [record.message for record in caplog.records] == ["upkeep failed"]
