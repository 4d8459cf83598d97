"""A rematch is withdrawn once whoever offered it has left and stays away."""

import asyncio

import pytest

from games.live import presence as presence_module
from games.live.rooms import rooms
from games.play.game.services import answer, offer, resign
from games.play.game.watching import look, unwatch, watch
from tests.live.conftest import Recorder

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(presence_module, "SECONDS_TO_COME_BACK", 0.01)


@pytest.fixture
async def over(game, alice):
    """A finished game, after which alice offers a rematch."""
    await resign(uid=game.uid, player=alice)
    return game


async def offer_and_leave(game, alice) -> Recorder:
    watcher = Recorder(alice)
    room = await watch(uid=game.uid, watcher=watcher)
    await offer(uid=game.uid, player=alice, what="rematch")
    unwatch(room=room, watcher=watcher)
    return watcher


async def test_the_other_player_hears_that_it_is_withdrawn(over, alice, bob):
    other = Recorder(bob)
    await watch(uid=over.uid, watcher=other)
    await offer_and_leave(over, alice)
    while other.last.get("state") != "withdrawn":
        await asyncio.sleep(0.01)


async def test_it_lapses_also_when_nobody_is_left(over, alice):
    await offer_and_leave(over, alice)
    while rooms().find_open(over.uid):
        await asyncio.sleep(0.01)
    assert (await look(uid=over.uid, viewer=None)).offer is None


async def test_it_stands_when_its_maker_comes_back(over, alice):
    await offer_and_leave(over, alice)
    await watch(uid=over.uid, watcher=Recorder(alice))
    await asyncio.sleep(0.05)
    assert (await look(uid=over.uid, viewer=None)).offer is not None


async def test_whoever_leaves_again_has_the_whole_time_to_come_back(over, alice, monkeypatch):
    await offer_and_leave(over, alice)
    again = Recorder(alice)
    room = await watch(uid=over.uid, watcher=again)
    monkeypatch.setattr(presence_module, "SECONDS_TO_COME_BACK", 60)
    unwatch(room=room, watcher=again)
    await asyncio.sleep(0.05)
    assert (await look(uid=over.uid, viewer=None)).offer is not None


async def test_it_lapses_also_soon_after_the_other_one_had_offered_and_left(
    over, alice, bob, monkeypatch
):
    monkeypatch.setattr(presence_module, "SECONDS_TO_COME_BACK", 60)
    await offer_and_leave(over, bob)
    await answer(uid=over.uid, player=alice, what="rematch", yes=False)
    monkeypatch.setattr(presence_module, "SECONDS_TO_COME_BACK", 0.01)
    await offer_and_leave(over, alice)
    async with asyncio.timeout(60):
        while rooms().find_open(over.uid):
            await asyncio.sleep(0.01)
    assert (await look(uid=over.uid, viewer=None)).offer is None


async def test_one_that_was_offered_by_a_form_stands(over, alice, bob):
    await offer(uid=over.uid, player=alice, what="same_sides")
    other = Recorder(bob)
    room = await watch(uid=over.uid, watcher=other)
    unwatch(room=room, watcher=other)
    await asyncio.sleep(0.05)
    assert (await look(uid=over.uid, viewer=None)).offer is not None
