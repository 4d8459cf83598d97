"""What is asked of a game waits in its mailbox while a step is written or the game is read."""

import asyncio
import threading

import pytest
from django.db import OperationalError

from games.core.clock import TimeControl
from games.core.errors import GameError
from games.live import actor
from games.live import room as room_module
from games.live.actor import GameActor
from games.live.storage import database, records
from games.live.storage.database import Unavailable
from games.live.storage.loading import load
from games.models import Event, Game, Move, utc_now
from games.play.game import commands
from games.play.game.services import play
from games.play.game.watching import catch_up, watch
from tests.live.conftest import Recorder, new_game

pytestmark = pytest.mark.django_db(transaction=True)


def away(*args: object) -> None:
    raise OperationalError("no database")


@pytest.fixture
def may_write(monkeypatch):
    """Steps are written only once this event is set."""
    go_on = threading.Event()

    def write(entries):
        assert go_on.wait(10)
        records.write(entries)

    monkeypatch.setattr("games.live.storage.journal.write", write)
    yield go_on
    go_on.set()


async def test_what_is_asked_at_once_is_done_in_order(game, alice, bob):
    watcher = Recorder()
    room = await watch(uid=game.uid, watcher=watcher)
    moves = [(alice, 0), (bob, 3), (alice, 1), (bob, 4), (alice, 2)]
    asked = [
        commands.play(room=room, player=player, ply=ply, cell=cell)
        for ply, (player, cell) in enumerate(moves)
    ]
    await asyncio.gather(*(_wait(one) for one in asked))
    assert [frame["ply"] for frame in watcher.frames if frame["type"] == "moved"] == [0, 1, 2, 3, 4]
    assert watcher.last["outcome"] == "x"


async def test_a_decision_sees_what_was_decided_before_it(game, alice, bob, may_write):
    room = await watch(uid=game.uid, watcher=Recorder())
    resigned = commands.resign(room=room, player=bob)
    played = commands.play(room=room, player=alice, ply=0, cell=4)
    may_write.set()
    await resigned
    with pytest.raises(GameError, match="game_over"):
        await played


async def test_who_comes_while_a_move_is_written_sees_it_only_once_it_is_kept(
    game, alice, may_write
):
    room = await watch(uid=game.uid, watcher=Recorder())
    played = commands.play(room=room, player=alice, ply=0, cell=4)
    late = Recorder()
    await watch(uid=game.uid, watcher=late)
    assert late.last["moves"] == []
    may_write.set()
    await played
    assert late.types == ["game", "moved"]


async def test_a_lost_database_is_told_to_all_who_wait(game, alice, bob, monkeypatch):
    watcher = Recorder()
    room = await watch(uid=game.uid, watcher=watcher)
    with monkeypatch.context() as patched:
        patched.setattr("games.live.storage.journal.write", away)
        asked = [commands.play(room=room, player=alice, ply=0, cell=4)]
        asked += [commands.play(room=room, player=bob, ply=1, cell=cell) for cell in range(3)]
        asked += [room.refresh(99), room.fall_flag()]
        told = await asyncio.gather(*(_wait(one) for one in asked), return_exceptions=True)
    assert [type(one) for one in told] == [Unavailable] * 6
    assert watcher.types == ["game"]
    await commands.play(room=room, player=alice, ply=0, cell=4)
    assert watcher.types == ["game", "game", "moved"]  # it was read before


async def test_a_ping_is_answered_while_the_database_is_away_and_heals_the_room(
    game, alice, monkeypatch
):
    watcher = Recorder()
    room = await watch(uid=game.uid, watcher=watcher)
    with monkeypatch.context() as patched:
        patched.setattr("games.live.storage.journal.write", away)
        patched.setattr(actor, "load", away)
        patched.setattr(room_module, "kept_version", away)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await commands.play(room=room, player=alice, ply=0, cell=4)
        assert await catch_up(room=room, version=0) == room.match.version
        with pytest.raises(Unavailable):
            await catch_up(room=room, version=99)
    assert watcher.types == ["game"]
    assert await catch_up(room=room, version=0) == room.match.version
    while watcher.types != ["game", "game"]:
        await asyncio.sleep(0.01)


async def test_after_a_conflict_those_who_wait_decide_anew(game, alice, bob, monkeypatch):
    watcher = Recorder()
    room = await watch(uid=game.uid, watcher=watcher)

    def conflict(entries):
        monkeypatch.setattr("games.live.storage.journal.write", records.write)
        raise records.Conflict

    monkeypatch.setattr("games.live.storage.journal.write", conflict)
    played = commands.play(room=room, player=alice, ply=0, cell=4)
    resigned = commands.resign(room=room, player=bob)
    with pytest.raises(GameError, match="stale_ply"):
        await played
    await resigned
    assert watcher.types == ["game", "game", "ended"]
    assert not await Move.objects.filter(game=game).aexists()


async def test_who_waits_and_goes_away_leaves_what_was_asked(game, alice, bob, may_write):
    room = await watch(uid=game.uid, watcher=Recorder())
    commands.play(room=room, player=alice, ply=0, cell=4)
    gone = asyncio.create_task(_wait(commands.play(room=room, player=bob, ply=1, cell=0)))
    await asyncio.sleep(0)
    gone.cancel()
    may_write.set()
    await commands.play(room=room, player=alice, ply=2, cell=1)
    assert room.match.ply == 3


async def test_a_decision_that_breaks_stops_nobody(game, alice):
    room = await watch(uid=game.uid, watcher=Recorder())

    def break_down(match, now):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await room.submit(break_down, actor_id=alice.pk)
    await commands.play(room=room, player=alice, ply=0, cell=4)


async def test_a_watcher_that_breaks_stops_nobody(game, alice, bob, caplog):
    class Broken(Recorder):
        def push(self, frame):
            super().push(frame)
            if self.types[-1] != "game":
                raise ZeroDivisionError

    room = await watch(uid=game.uid, watcher=Broken())
    assert await commands.play(room=room, player=alice, ply=0, cell=4)
    await commands.play(room=room, player=bob, ply=1, cell=0)
    assert room.match.ply == 2
    caplog.clear()


@pytest.fixture
def timed(alice, bob) -> Game:
    return new_game(alice, bob, control=TimeControl(initial_ms=60_000))


@pytest.fixture
async def overdue(timed, alice, bob):
    """A game in memory, with nobody at it, and a time at which X's is up."""
    for ply, player in enumerate((alice, bob)):
        await play(uid=timed.uid, player=player, ply=ply, cell=ply)
    return GameActor(await database.run(load, timed.uid)), utc_now() + 61_000


async def test_a_flag_that_has_fallen_goes_before_all_that_waits(overdue, alice, monkeypatch):
    one, late = overdue
    monkeypatch.setattr(actor, "utc_now", lambda: late)
    asked = [_play(one, alice, 2, 2), one.fall_flag(), _play(one, alice, 2, 3), one.fall_flag()]
    told = await asyncio.gather(*(_wait(each) for each in asked), return_exceptions=True)
    one.close()
    assert [getattr(each, "code", each) for each in told] == ["game_over", (), "game_over", ()]
    ended = await Event.objects.aget(game=one.game, kind="ended")
    assert ended.data == {"outcome": "o", "termination": "time"}


async def test_a_flag_that_is_asked_for_tells_whether_it_fell(overdue, monkeypatch):
    one, late = overdue
    assert await one.fall_flag() == ()
    monkeypatch.setattr(actor, "utc_now", lambda: late)
    assert [type(event).__name__ for event in await one.fall_flag()] == ["Ended"]
    assert await one.fall_flag() == ()
    one.close()


async def test_nobody_waits_for_ever_for_a_flag_that_cannot_be_kept(overdue, alice, monkeypatch):
    one, late = overdue
    monkeypatch.setattr(actor, "utc_now", lambda: late)
    for error, code in ((records.Conflict(), "stale_ply"), (OperationalError(), None)):

        def fail(entries, error=error):
            raise error

        with monkeypatch.context() as patched:
            patched.setattr("games.live.storage.journal.write", fail)
            asked = [_play(one, alice, 2, 2), _play(one, alice, 2, 3)]
            told = await asyncio.gather(*(_wait(each) for each in asked), return_exceptions=True)
        assert [getattr(each, "code", None) for each in told] == [code] * 2
    one.close()


def _play(one: GameActor, player, ply: int, cell: int):
    mark = one.match.marks_of(player.pk)[0]
    return one.submit(
        lambda match, now: match.play(mark=mark, ply=ply, cell=cell, now=now), actor_id=player.pk
    )


async def _wait(asked):
    return await asked
