"""Rooms whose games other server processes have in memory, too."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from games.core.clock import SECOND
from games.core.rules import Mark
from games.live.cluster import peer_processes
from games.live.cluster.peer_processes import (
    PEER_TTL,
    THIS_PROCESS,
    PeerProcesses,
    PeerState,
    group_of_game,
)
from games.live.rooms import rooms
from games.live.storage.records import JournalEntry, write
from games.models import Game
from games.play.game.services import play
from games.play.game.watching import on_hint, unwatch, watch
from games.upkeep.live_games import compare_rooms
from games.upkeep.runner import WORK
from tests.live.conftest import Recorder

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = "another-process"


@pytest.fixture(autouse=True)
def _several_processes(settings):
    settings.PROCESSES = 2


class Listener:
    """Another process as the channel layer sees it."""

    async def listen(self, uid):
        self.layer = get_channel_layer()
        self.channel = await self.layer.new_channel("test")
        await self.layer.group_add(group_of_game(uid), self.channel)
        return self

    async def word(self):
        async with asyncio.timeout(30):
            return await self.layer.receive(self.channel)

    async def hears_nothing(self):
        await asyncio.sleep(0.02)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await self.layer.receive(self.channel)


def written_elsewhere(game: Game, cell: int) -> int:
    """A move that another process has kept; the game's version after it."""
    stored = Game.objects.get(pk=game.pk)
    match = stored.match(move.played for move in stored.moves.all())
    after, events = match.play(mark=match.turn, ply=match.ply, cell=cell, now=1_800_000_000_000)
    write([JournalEntry(game.pk, after, events, None, 1_800_000_000_000)])
    return after.version


async def test_a_room_says_hello_with_its_first_watcher_only(game, alice, bob):
    listener = await Listener().listen(game.uid)
    await watch(uid=game.uid, watcher=Recorder(alice))
    word = await listener.word()
    assert word["process"] == THIS_PROCESS
    assert word["players"] == [alice.pk]
    await watch(uid=game.uid, watcher=Recorder(bob))
    await listener.hears_nothing()


async def test_moves_are_told_to_nobody_while_no_other_process_has_the_game(game, alice):
    listener = await Listener().listen(game.uid)
    await watch(uid=game.uid, watcher=Recorder(alice))
    await listener.word()  # its hello
    await play(uid=game.uid, player=alice, ply=0, cell=4)
    await listener.hears_nothing()


async def test_a_process_that_is_new_gets_an_answer_and_then_every_move(game, alice):
    listener = await Listener().listen(game.uid)
    room = await watch(uid=game.uid, watcher=Recorder(alice))
    await listener.word()  # its hello
    for _ in range(2):  # the second time it is known
        await on_hint(room=room, process=OTHER, version=room.match.version, players=[])
    assert (await listener.word())["version"] == room.match.version
    await play(uid=game.uid, player=alice, ply=0, cell=4)
    assert (await listener.word())["version"] == room.match.version
    await listener.hears_nothing()


async def test_what_a_process_hears_of_itself_makes_it_no_peer(game, alice):
    listener = await Listener().listen(game.uid)
    room = await watch(uid=game.uid, watcher=Recorder(alice))
    await listener.word()  # its hello
    await on_hint(room=room, process=THIS_PROCESS, version=0, players=[])
    await listener.hears_nothing()


async def test_what_is_played_where_nobody_looks_is_always_told(game, alice):
    listener = await Listener().listen(game.uid)
    await play(uid=game.uid, player=alice, ply=0, cell=4)  # by a form
    assert (await listener.word())["players"] == []


async def test_what_another_process_has_stored_is_shown_when_it_says_so(game, bob):
    watcher = Recorder(bob)
    room = await watch(uid=game.uid, watcher=watcher)
    version = await sync_to_async(written_elsewhere)(game, 4)
    await on_hint(room=room, process=OTHER, version=version, players=[])
    assert watcher.last["moves"] == [4]


async def test_what_a_lost_hint_has_missed_is_found_in_the_database(game, bob):
    watcher = Recorder(bob)
    await watch(uid=game.uid, watcher=watcher)
    await sync_to_async(written_elsewhere)(game, 4)
    assert watcher.last["moves"] == []
    await compare_rooms()
    assert watcher.last["moves"] == [4]


async def test_a_process_that_is_alone_compares_nothing(game, bob, settings):
    settings.PROCESSES = 1
    watcher = Recorder(bob)
    await watch(uid=game.uid, watcher=watcher)
    await sync_to_async(written_elsewhere)(game, 4)
    await compare_rooms()
    assert watcher.last["moves"] == []


async def test_who_has_a_page_open_elsewhere_is_not_away(game, alice, bob):
    room = await watch(uid=game.uid, watcher=Recorder(alice))
    assert room.presence.absence(Mark.O) is not None
    await on_hint(room=room, process=OTHER, version=0, players=[bob.pk])
    assert room.presence.absence(Mark.O) is None
    await on_hint(room=room, process=OTHER, version=0, players=[])
    assert room.presence.absence(Mark.O) is not None


async def test_the_others_are_reminded_from_time_to_time(game, alice, monkeypatch):
    listener = await Listener().listen(game.uid)
    room = await watch(uid=game.uid, watcher=Recorder(alice))
    await on_hint(room=room, process=OTHER, version=0, players=[])
    for _ in range(2):  # its hello, and its answer
        await listener.word()
    await compare_rooms()
    await listener.hears_nothing()
    monkeypatch.setattr("games.live.cluster.peer_processes.BETWEEN_REMINDERS", 0)
    await compare_rooms()
    assert (await listener.word())["players"] == [alice.pk]


async def test_two_lost_reminders_make_nobody_think_that_a_process_has_gone(monkeypatch):
    now, told = 0, []

    async def note_told(state: PeerState) -> None:
        told.append(state)

    monkeypatch.setattr(peer_processes, "steady_now", lambda: now)
    monkeypatch.setattr(peer_processes, "_send", note_told)
    peers = PeerProcesses(lambda: PeerState("0123456789", 1, [], is_watched=True), can_be=True)
    peers.note(OTHER, [])
    [seconds] = [seconds for work, seconds in WORK if work == compare_rooms]
    while len(told) < 1 + 3:  # the first one as it was new
        now += int(seconds * SECOND)
        peers.note(OTHER, [])
        peers.remind()
        await asyncio.sleep(0)
    assert now < PEER_TTL


async def test_a_layer_that_is_away_fails_no_move(game, alice, monkeypatch, caplog):
    class Away:
        async def group_send(self, group, message):
            raise ConnectionError

    monkeypatch.setattr(peer_processes, "get_channel_layer", Away)
    assert await play(uid=game.uid, player=alice, ply=0, cell=4)
    await asyncio.sleep(0)
    (said,) = caplog.records
    assert (said.getMessage(), said.game) == ("news of a game was lost: ConnectionError", game.uid)


async def test_a_room_that_has_told_is_forgotten_all_the_same(game, alice):
    watcher = Recorder(alice)
    room = await watch(uid=game.uid, watcher=watcher)
    unwatch(room=room, watcher=watcher)
    assert rooms().find_open(game.uid) is None


async def test_a_process_is_believed_for_a_while(monkeypatch):
    now = 0
    monkeypatch.setattr(peer_processes, "steady_now", lambda: now)
    listener = await Listener().listen("0123456789")
    peers = PeerProcesses(lambda: PeerState("0123456789", 1, [], is_watched=True), can_be=True)
    assert peers.note(OTHER, [7])
    await listener.word()  # as it was new
    now = PEER_TTL - 1
    assert peers.have(7)
    peers.remind()
    await listener.word()
    now = PEER_TTL
    assert not peers.have(7)
    peers.tell()
    await listener.hears_nothing()
    assert peers.note(OTHER, [7])
    await listener.word()
