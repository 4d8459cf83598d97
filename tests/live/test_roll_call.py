"""A claim is good only if all processes say that the other player has left."""

import asyncio
from collections.abc import Sequence
from time import monotonic

import pytest
from channels.layers import get_channel_layer
from django.utils import timezone

from games.core.errors import GameError
from games.live import roll_call
from games.live.cluster import processes
from games.live.cluster.processes import Processes, Sighting
from games.models import Game
from games.play.game.watching import unwatch, watch
from tests.live.conftest import Recorder, new_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _two_processes(settings, monkeypatch) -> None:
    settings.PROCESSES = 2
    monkeypatch.setattr(roll_call, "PATIENCE", 60.0)


@pytest.fixture
def impatient(monkeypatch) -> None:
    """For a process that will never answer."""
    monkeypatch.setattr(roll_call, "PATIENCE", 0.1)


async def answering(
    process: str, after: Sequence[asyncio.Task[None]] = (), **answer: object
) -> asyncio.Task[None]:
    """Another process, which answers one question once those *after* which it comes have."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(roll_call.PROCESSES, channel)

    async def answer_one() -> None:
        asked = await layer.receive(channel)
        await asyncio.gather(*after)
        await layer.send(asked["reply"], {"type": "roll.answer", "process": process} | answer)

    return asyncio.create_task(answer_one())


async def test_all_have_to_answer():
    answers = [await answering(name, is_here=False) for name in ("one", "other")]
    assert not await roll_call.is_anywhere("0000000000", 1)
    await asyncio.gather(*answers)


async def test_one_that_has_the_player_is_enough():
    answers = [await answering("one", is_here=False), await answering("other", is_here=True)]
    assert await roll_call.is_anywhere("0000000000", 1)
    await asyncio.gather(*answers)


@pytest.mark.usefixtures("impatient")
async def test_nobody_can_tell_where_one_does_not_answer():
    answers = [await answering("one", is_here=False)]
    with pytest.raises(GameError, match="presence_unknown"):
        await roll_call.is_anywhere("0000000000", 1)
    await asyncio.gather(*answers)


async def test_the_next_process_is_asked_beside_the_one_that_it_replaces(monkeypatch):
    two_others = {number: Sighting(timezone.now(), monotonic()) for number in (1, 2)}
    monkeypatch.setattr(processes, "here", Processes(others=two_others))
    first = [await answering(name, is_here=False) for name in ("one", "other")]
    last = await answering("next", after=first, is_here=True)
    assert await roll_call.is_anywhere("0000000000", 1)
    await last


async def test_nobody_can_tell_while_the_layer_is_away(monkeypatch):
    async def away(group: str, message: object) -> None:
        raise ConnectionError("Redis is away")

    monkeypatch.setattr(get_channel_layer(), "group_send", away)
    with pytest.raises(GameError, match="presence_unknown"):
        await roll_call.is_anywhere("0000000000", 1)


@pytest.fixture
def game(alice, bob) -> Game:
    return new_game(alice, bob)


async def test_a_process_answers_for_those_who_are_at_it(game, alice):
    watcher = Recorder(alice)
    room = await watch(uid=game.uid, watcher=watcher)
    assert roll_call.is_at(game.uid, alice.pk)
    unwatch(room=room, watcher=watcher)
    assert not roll_call.is_at("0000000000", alice.pk)
    listener, other = roll_call.RollCallListener(), await answering("other", is_here=False)
    await listener.join()
    answer = asyncio.create_task(listener.answer_one())
    assert not await roll_call.is_anywhere("0000000000", alice.pk)
    await asyncio.gather(answer, other)


async def test_a_server_of_the_version_before_is_told_which_games_are_open(game, alice):
    await watch(uid=game.uid, watcher=Recorder(alice))
    listener, layer = roll_call.RollCallListener(), get_channel_layer()
    await listener.join()
    reply = await layer.new_channel()
    question = {"type": "roll.open", "uids": [game.uid, "0000000000"], "reply": reply}
    await layer.group_send(roll_call.PROCESSES, question)
    await listener.answer_one()
    assert (await layer.receive(reply))["open"] == [game.uid]
