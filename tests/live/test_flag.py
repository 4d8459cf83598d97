"""Time runs on the server: a flag falls by itself, once, also when nobody was there."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone
from msgspec.structs import replace

from games.core.clock import TimeControl
from games.core.errors import GameError
from games.core.events import Status
from games.core.rules import Mark
from games.live import actor
from games.live.storage import downtime
from games.live.storage.database import SECONDS_BEFORE_RETRY, Unavailable
from games.models import Event, Game, ServerProcess, utc_now
from games.play.game.services import play
from games.play.game.watching import unwatch, watch
from games.upkeep.live_games import write_heartbeat
from tests.live.conftest import Recorder, new_game

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = TimeControl(initial_ms=1000)


@pytest.fixture
def timed(alice, bob) -> Game:
    return new_game(alice, bob, control=SHORT)


async def both_move(game: Game, alice, bob) -> None:
    await play(uid=game.uid, player=alice, ply=0, cell=0)
    await play(uid=game.uid, player=bob, ply=1, cell=1)


async def in_the_past(game: Game) -> None:
    """As if the server had been away since long before the deadline."""
    earlier = timezone.now() - timedelta(hours=1)
    await sync_to_async(Game.objects.filter(pk=game.pk).update)(turn_at=earlier, deadline=earlier)


async def test_no_time_runs_before_both_have_moved(timed, alice):
    await play(uid=timed.uid, player=alice, ply=0, cell=0)
    stored = await Game.objects.aget(pk=timed.pk)
    assert stored.deadline is None


async def test_a_flag_falls_by_itself(timed, alice, bob):
    watcher = Recorder()
    await watch(uid=timed.uid, watcher=watcher)
    await both_move(timed, alice, bob)
    while watcher.types[-1] != "ended":
        await asyncio.sleep(0.02)
    assert (watcher.last["outcome"], watcher.last["termination"]) == ("o", "time")
    assert watcher.last["clock"]["x"] == 0


async def test_a_deadline_that_passed_while_nobody_was_there_counts_once(timed, alice, bob):
    await both_move(timed, alice, bob)
    await in_the_past(timed)
    await asyncio.get_running_loop().run_in_executor(None, try_to_play, timed, alice)
    ended = await Event.objects.filter(game=timed, kind="ended").acount()
    stored = await Game.objects.aget(pk=timed.pk)
    assert (ended, stored.outcome, stored.termination) == (1, "o", "time")


def try_to_play(game: Game, player) -> None:
    with pytest.raises(GameError, match="game_over"):
        asyncio.run(play(uid=game.uid, player=player, ply=2, cell=2))


async def test_the_clock_is_kept_with_every_move(timed, alice, bob):
    await both_move(timed, alice, bob)
    stored = await Game.objects.aget(pk=timed.pk)
    assert stored.deadline - stored.turn_at == timedelta(milliseconds=stored.x_ms)


async def test_no_flag_falls_before_an_outage_is_made_up_for(timed, alice, bob):
    await be_a_server()
    await both_move(timed, alice, bob)
    watcher = Recorder(bob)
    room = await watch(uid=timed.uid, watcher=watcher)
    downtime.note_failure()
    # The timer rings after a second, and looks into the database.
    while room.match.status is Status.ONGOING and room.match.clock.left(Mark.X, utc_now()) < 20_000:
        await asyncio.sleep(0.02)
    assert room.match.status is Status.ONGOING
    assert (await Game.objects.aget(pk=timed.pk)).status == "ongoing"
    unwatch(room=room, watcher=watcher)


async def test_while_the_database_is_away_a_flag_is_asked_about_after_a_pause(
    timed, alice, bob, monkeypatch
):
    def away(*args: object) -> None:
        raise OperationalError("no database")

    await both_move(timed, alice, bob)
    watcher = Recorder(bob)
    room = await watch(uid=timed.uid, watcher=watcher)
    waits: list[float] = []
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def note(seconds, work, *args, **kwargs):
        waits.append(seconds)
        return call_later(seconds, work, *args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(actor, "utc_now", lambda: utc_now() + 60_000)  # beyond the deadline
        patched.setattr(actor, "load", away)
        patched.setattr(loop, "call_later", note)
        with pytest.raises(Unavailable):
            await room.fall_flag()
    assert waits == [SECONDS_BEFORE_RETRY]
    unwatch(room=room, watcher=watcher)


async def test_a_process_that_was_away_reads_before_it_decides(timed, alice, bob):
    await be_a_server()
    await both_move(timed, alice, bob)
    watcher = Recorder(alice)
    room = await watch(uid=timed.uid, watcher=watcher)
    downtime.note_failure()
    await play(uid=timed.uid, player=alice, ply=2, cell=2)
    assert room.match.clock.x_ms > 20_000
    unwatch(room=room, watcher=watcher)


async def test_no_flag_falls_in_a_game_that_another_process_has(timed, alice, bob):
    """It may hang, so that nobody could move there."""
    await be_a_server()
    await both_move(timed, alice, bob)
    watcher = Recorder(alice)
    room = await watch(uid=timed.uid, watcher=watcher)
    other = await ServerProcess.objects.acreate(at=timezone.now())
    await Game.objects.aupdate(held_by=other.pk)
    await write_heartbeat()
    earlier = room.match.clock.since - 60_000
    room.match = replace(room.match, clock=replace(room.match.clock, since=earlier))
    with pytest.raises(Unavailable):
        await room.fall_flag()
    assert (await Game.objects.aget(pk=timed.pk)).status == "ongoing"
    unwatch(room=room, watcher=watcher)


async def be_a_server() -> None:
    downtime.become_server()
    await write_heartbeat()


async def test_open_rooms_show_the_time_that_an_outage_has_given_back(timed, alice, bob):
    await be_a_server()
    await both_move(timed, alice, bob)
    watcher = Recorder(bob)
    room = await watch(uid=timed.uid, watcher=watcher)
    downtime.note_failure()
    await write_heartbeat()
    assert room.match.clock.left(Mark.X, utc_now()) > 20_000
    unwatch(room=room, watcher=watcher)
