"""A room decides in memory, keeps its steps in the database, and tells its watchers."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection

from accounts.models import User
from games.core.errors import GameError
from games.live.rooms import rooms
from games.live.storage import records
from games.live.storage.database import Unavailable
from games.live.storage.loading import NotFound
from games.models import Event, Game, Move
from games.play.game import services as play_services
from games.play.game.services import answer, offer, resign
from games.play.game.terms import Terms
from games.play.game.watching import unwatch, watch
from games.play.lobby.services import create_game
from tests.live.conftest import Recorder
from tests.playing import begin
from tictactoe_site.common import trace

pytestmark = pytest.mark.django_db(transaction=True)


async def play(game: Game, player: User, ply: int, cell: int, id: str = "") -> bool:
    return await play_services.play(uid=game.uid, player=player, ply=ply, cell=cell, id=id)


async def test_a_move_is_kept_before_anybody_hears_of_it(game, alice, bob):
    """While the event loop stands still in `push`, another thread looks at what is stored."""
    kept: list[int] = []

    def stored_moves() -> int:
        try:
            return Move.objects.filter(game=game).count()
        finally:
            connection.close()

    class Checker(Recorder):
        def push(self, frame: str) -> None:
            super().push(frame)
            with ThreadPoolExecutor(max_workers=1) as thread:
                kept.append(thread.submit(stored_moves).result())

    watcher = Checker(bob)
    room = await watch(uid=game.uid, watcher=watcher)
    await play(game, alice, 0, 4)
    unwatch(room=room, watcher=watcher)
    assert watcher.types == ["game", "moved"]
    assert kept[0] == 0
    assert kept[1:] == [1] * len(kept[1:])
    assert len(kept) > 1


async def test_everybody_who_watches_sees_every_move(game, alice, bob):
    watchers = [Recorder(alice), Recorder(bob), Recorder(None), Recorder(alice)]
    for watcher in watchers:
        await watch(uid=game.uid, watcher=watcher)
    for ply, (player, cell) in enumerate([(alice, 0), (bob, 3), (alice, 1), (bob, 4), (alice, 2)]):
        await play(game, player, ply, cell)
    for watcher in watchers:
        assert watcher.types == ["game", *["moved"] * 5, "ended"]
        assert watcher.last["outcome"] == "x"
        assert watcher.last["line"] == [0, 1, 2]
    assert [watcher.frames[0]["you"] for watcher in watchers] == [["x"], ["o"], [], ["x"]]


async def test_versions_rise_by_one_with_each_message(game, alice, bob):
    watcher = Recorder()
    await watch(uid=game.uid, watcher=watcher)
    await play(game, alice, 0, 0)
    await offer(uid=game.uid, player=bob, what="draw")
    await answer(uid=game.uid, player=alice, what="draw", yes=False)
    await resign(uid=game.uid, player=bob)
    versions = [frame["version"] for frame in watcher.frames if "version" in frame]
    assert versions == list(range(versions[0], versions[0] + 5))
    assert watcher.last["termination"] == "resignation"


async def test_the_same_command_again_changes_nothing(game, alice):
    assert await play(game, alice, 0, 4, id="one")
    assert not await play(game, alice, 0, 4, id="one")
    assert await Move.objects.filter(game=game).acount() == 1


async def test_another_move_for_a_past_ply_is_stale(game, alice):
    await play(game, alice, 0, 4, id="one")
    with pytest.raises(GameError, match="stale_ply"):
        await play(game, alice, 0, 5, id="two")


async def test_only_the_seats_may_play(game, charlie):
    with pytest.raises(GameError, match="not_seated"):
        await play(game, charlie, 0, 4)


async def test_many_who_play_the_same_ply_at_once_make_one_move(game, alice):
    tries = [play(game, alice, 0, cell % 9, id=str(cell)) for cell in range(40)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert results.count(True) == 1
    refused = [result.code for result in results if isinstance(result, GameError)]
    assert refused == ["stale_ply"] * 39
    assert await Move.objects.filter(game=game).acount() == 1


async def test_a_room_whose_game_was_written_elsewhere_reads_it_again(game, alice, bob):
    watcher = Recorder(alice)
    await watch(uid=game.uid, watcher=watcher)
    await elsewhere(game, bob)
    with pytest.raises(GameError, match="stale_ply"):
        await play(game, alice, 0, 4)
    assert watcher.last["type"] == "game"
    assert watcher.last["outcome"] == "x"


async def test_a_hint_makes_a_room_read_again(game, bob):
    watcher = Recorder()
    room = await watch(uid=game.uid, watcher=watcher)
    await elsewhere(game, bob)
    await room.refresh(room.match.version)
    assert watcher.types == ["game"]
    await room.refresh(room.match.version + 1)
    assert watcher.types == ["game", "game"]
    assert watcher.last["termination"] == "resignation"


async def elsewhere(game: Game, player: User) -> None:
    """Let *player* resign in another process: another event loop with rooms of its own."""

    def run() -> None:
        asyncio.run(resign(uid=game.uid, player=player))

    await asyncio.get_running_loop().run_in_executor(None, run)


async def test_a_database_that_is_away_keeps_nothing_and_heals(game, alice, monkeypatch, caplog):
    watcher = Recorder(alice)
    await watch(uid=game.uid, watcher=watcher)

    def away(entries: object) -> None:
        raise OperationalError("no database")

    with monkeypatch.context() as patched:
        patched.setattr("games.live.storage.journal.write", away)
        with pytest.raises(Unavailable):
            await play(game, alice, 0, 4)
    assert [line.game for line in caplog.records] == [game.uid]
    assert watcher.types == ["game"]
    assert await Move.objects.filter(game=game).acount() == 0
    await play(game, alice, 0, 4)
    assert watcher.types[-1] == "moved"


async def test_a_caller_that_goes_away_does_not_tear_its_move_apart(game, alice, bob):
    watcher = Recorder(bob)
    room = await watch(uid=game.uid, watcher=watcher)
    task = asyncio.create_task(play(game, alice, 0, 4))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await play(game, bob, 1, 0)
    assert [frame["cell"] for frame in watcher.frames if frame["type"] == "moved"] == [4, 0]
    assert room.match.ply == 2


async def test_the_log_has_a_line_for_each_version_but_the_moves(game, alice, bob):
    await play(game, alice, 0, 4)
    await resign(uid=game.uid, player=bob)
    stored = await Game.objects.aget(pk=game.pk)
    events = [event async for event in Event.objects.filter(game=game).order_by("version")]
    assert [event.version for event in events] == [0, 1, stored.version]
    assert stored.version == 3
    assert [event.kind for event in events] == ["created", "joined", "ended"]


async def test_the_log_keeps_what_was_taken_back(alice):
    terms = Terms(opponent="device")
    game = await create_game(creator=alice, terms=terms)
    await play(game, alice, 0, 4, id="slip")
    played = await Move.objects.aget(game=game)
    await offer(uid=game.uid, player=alice, what="takeback")
    event = await Event.objects.aget(game=game, kind="taken_back")
    assert (event.data["cells"], event.data["ids"]) == ([4], ["slip"])
    assert event.data["at"] == [played.played_at.isoformat()]
    assert not await Move.objects.filter(game=game).aexists()


async def test_the_log_has_the_id_of_whose_request_or_socket_it_was(game, alice, bob):
    trace.begin("socket-1")
    await resign(uid=game.uid, player=bob)
    assert (await Event.objects.aget(game=game, kind="ended")).request_id == "socket-1"
    another = await create_game(creator=alice, terms=Terms())
    assert (await Event.objects.aget(game__uid=another.uid, version=0)).request_id == "socket-1"


async def test_rooms_are_forgotten_when_nobody_is_left(game, alice):
    watcher = Recorder(alice)
    room = await watch(uid=game.uid, watcher=watcher)
    await play(game, alice, 0, 4)
    assert rooms().find_open(game.uid) is room
    unwatch(room=room, watcher=watcher)
    assert rooms().find_open(game.uid) is None


async def test_there_is_one_room_however_many_come_at_once(game, alice, bob):
    watchers = [Recorder(alice), Recorder(bob), Recorder()]
    found = await asyncio.gather(*(watch(uid=game.uid, watcher=watcher) for watcher in watchers))
    assert found[0] is found[1] is found[2]


async def test_no_such_game_is_not_found():
    with pytest.raises(NotFound):
        await watch(uid="0123456789", watcher=Recorder())


async def test_a_bad_entry_fails_alone(game, alice, bob, monkeypatch):
    """Two games in one batch; one was written elsewhere meanwhile."""
    other = await begin(alice, bob)
    keep_open = Recorder()
    await watch(uid=game.uid, watcher=keep_open)
    await elsewhere(game, bob)
    batches: list[int] = []
    write = records.write

    def spy(entries: list) -> None:
        batches.append(len(entries))
        write(entries)

    monkeypatch.setattr("games.live.storage.journal.write", spy)
    blocker = asyncio.gather(
        play(other, alice, 0, 4), play(game, alice, 0, 4), return_exceptions=True
    )
    results = await blocker
    assert results[0] is True
    assert results[1].code == "stale_ply"
    assert await Move.objects.filter(game=other).acount() == 1
