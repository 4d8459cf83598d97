"""What clients say they have seen of a game is looked up, and costs nobody else anything."""

import asyncio
import time

import pytest

from games.core.events import Status
from games.live import actor, room
from games.live.storage.loading import kept_version, load
from games.play.game.services import play, resign
from games.play.game.watching import catch_up, watch
from games.protocol.commands import MAX_VERSION
from tests.live.conftest import Recorder, new_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice, bob):
    return new_game(alice, bob)


@pytest.fixture
def queries(monkeypatch) -> list[str]:
    """What the database was asked for the live game."""
    queries: list[str] = []

    def noted(function):
        def call(*args):
            queries.append(function.__name__)
            return function(*args)

        return call

    monkeypatch.setattr(actor, "load", noted(load))
    monkeypatch.setattr(room, "kept_version", noted(kept_version))
    return queries


async def resign_elsewhere(game, player) -> None:
    """In another process: another event loop with rooms of its own."""
    await asyncio.to_thread(lambda: asyncio.run(resign(uid=game.uid, player=player)))


async def test_a_version_that_nobody_has_is_looked_up_once_and_disturbs_nobody(
    game, alice, queries
):
    watcher = Recorder()
    here = await watch(uid=game.uid, watcher=watcher)
    for _ in range(20):
        assert await catch_up(room=here, version=MAX_VERSION) == here.match.version
    assert queries == ["kept_version"]
    assert watcher.types == ["game"]
    assert await play(uid=game.uid, player=alice, ply=0, cell=4)


async def test_what_was_claimed_before_the_pause_ended_is_looked_up_after_it(
    game, bob, queries, monkeypatch
):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    watcher = Recorder()
    here = await watch(uid=game.uid, watcher=watcher)
    await catch_up(room=here, version=MAX_VERSION)
    await resign_elsewhere(game, bob)
    version = here.match.version
    assert await catch_up(room=here, version=version + 1) == version
    now[0] += 2
    assert await catch_up(room=here, version=version + 1) == version + 1
    assert queries == ["kept_version", "kept_version", "load"]
    assert watcher.types == ["game", "game"]
    assert here.match.status is Status.FINISHED


async def test_a_room_that_is_behind_reads_what_a_client_has_seen(game, bob, queries):
    watcher = Recorder()
    here = await watch(uid=game.uid, watcher=watcher)
    await resign_elsewhere(game, bob)
    version = here.match.version + 1
    assert await catch_up(room=here, version=version) == version
    assert queries == ["kept_version", "load"]
    assert watcher.last["termination"] == "resignation"
