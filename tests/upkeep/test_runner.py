"""The server's own work: it begins, goes on whatever happens, and ends with a last heartbeat."""

import asyncio
from types import ModuleType

import pytest
from channels.layers import get_channel_layer

from games.live import roll_call
from games.live.regular_work import RegularWork, Removal
from games.live.storage.database import Unavailable
from games.models import ServerProcess
from games.upkeep import capabilities, live_games, runner
from games.upkeep.runner import Upkeep, repeat

pytestmark = pytest.mark.django_db(transaction=True)


async def until(condition) -> None:
    async with asyncio.timeout(30):
        while not await condition():
            await asyncio.sleep(0.01)


async def test_a_server_gives_signs_of_life_until_it_ends(monkeypatch):
    upkeep = Upkeep()
    upkeep.start()
    await until(ServerProcess.objects.aexists)
    first = await ServerProcess.objects.aget()
    await upkeep.stop()
    assert (await ServerProcess.objects.aget()).at > first.at


async def test_it_ends_also_without_a_database(monkeypatch):
    async def away() -> None:
        raise Unavailable

    monkeypatch.setattr(runner, "WORK", (RegularWork(away, seconds=1.0),))
    monkeypatch.setattr(live_games, "end_in_order", away)
    upkeep = Upkeep()
    upkeep.start()
    await upkeep.stop()
    assert not await ServerProcess.objects.aexists()


async def test_work_that_fails_is_done_again(caplog):
    calls = []

    async def work() -> None:
        calls.append(len(calls))
        if len(calls) == 1:
            raise Unavailable
        if len(calls) == 2:
            raise ValueError("broken")

    task = asyncio.create_task(repeat(RegularWork(work, seconds=0)))

    async def is_repeated() -> bool:
        return len(calls) > 2

    await until(is_repeated)
    task.cancel()
    assert [record.message for record in caplog.records] == ["upkeep failed"]


async def test_a_process_listens_for_roll_calls_on_one_channel(settings, monkeypatch):
    settings.PROCESSES = 2
    layer = get_channel_layer()
    new_channel = layer.new_channel

    async def new_channel_after_a_moment() -> str:
        await asyncio.sleep(0)  # as where Redis is asked
        return await new_channel()

    monkeypatch.setattr(layer, "new_channel", new_channel_after_a_moment)
    tasks = [asyncio.create_task(repeat(work)) for work in runner.between_processes()]

    async def is_joined() -> bool:
        return roll_call.PROCESSES in layer.groups

    await until(is_joined)
    reply = await layer.new_channel()
    question = {"type": roll_call.WHO_IS_AT, "uid": "0000000000", "player": 1, "reply": reply}
    await layer.group_send(roll_call.PROCESSES, question)
    async with asyncio.timeout(30):
        assert (await layer.receive(reply))["is_here"] is False
    assert len(layer.groups[roll_call.PROCESSES]) == 1
    for task in tasks:
        task.cancel()


def test_the_work_of_every_capability_is_found():
    modules = {of.work.__module__ for of in capabilities.regular_work()}
    assert {"games.compete.rounds.upkeep", "games.compete.tournaments.upkeep"} <= modules
    assert len(list(capabilities.regular_work())) >= 11


WORK = RegularWork(live_games.end_in_order, 1.0)
REMOVAL = Removal("rows", live_games.end_in_order)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"WORKS": (WORK,)},
        {"WORK": WORK, "REMOVALS": (REMOVAL,)},
        {"WORK": (WORK, REMOVAL)},
        {"REMOVALS": REMOVAL},
    ],
)
def test_a_module_that_misses_the_form_keeps_the_server_from_starting(monkeypatch, said):
    module = ModuleType("games.some.upkeep")
    vars(module).update(said)
    monkeypatch.setattr(capabilities, "modules_called", lambda name: [module])
    with pytest.raises(ImportError, match=r"games\.some\.upkeep"):
        list(capabilities.regular_work())
