"""What is done although nobody asks for it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games.core.rules import Mark
from games.live.cluster import processes
from games.live.rooms import rooms
from games.live.storage import database, downtime
from games.live.storage.database import Unavailable
from games.models import Event, Game, ServerProcess, moment, utc_now
from games.upkeep import live_games
from games.upkeep.live_games import write_heartbeat
from tests.stored import new_game, play

pytestmark = pytest.mark.django_db(transaction=True)


def overdue(alice, bob, by: timedelta = timedelta(minutes=5)) -> Game:
    """A game in which X's time was up so long ago."""
    game = play(new_game(alice, bob, control="60+0"), [0, 1])
    turn_at = timezone.now() - by - timedelta(minutes=1)
    columns = {"turn_at": turn_at, "deadline": turn_at + timedelta(minutes=1)}
    Game.objects.filter(pk=game.pk).update(**columns)
    return game


def fall_flags(after: timedelta = timedelta()) -> int:
    return async_to_sync(live_games.fall_flags)(now=timezone.now() + after)


def ends(game: Game) -> list[dict]:
    return [event.data for event in Event.objects.filter(game=game, kind="ended")]


def test_a_flag_falls_although_nobody_is_there(alice, bob):
    game = overdue(alice, bob)
    assert fall_flags() == 1
    game.refresh_from_db()
    assert (game.status, game.outcome, game.termination) == ("finished", "o", "time")
    assert fall_flags() == 0
    assert len(ends(game)) == 1


def test_a_flag_is_left_to_an_open_room_for_a_moment(alice, bob):
    game = overdue(alice, bob, by=timedelta(milliseconds=1))
    assert fall_flags() == 0
    assert fall_flags(timedelta(seconds=2)) == 1
    assert len(ends(game)) == 1


def test_a_deadline_that_only_the_sweepers_clock_thinks_over_stays(alice, bob):
    game = overdue(alice, bob, by=-timedelta(minutes=1))
    assert fall_flags(timedelta(hours=1)) == 0
    assert ends(game) == []


def test_days_per_move_end_too(alice, bob):
    game = play(new_game(alice, bob, control="1d"), [0, 1])
    assert fall_flags() == 1  # the stored game is years old
    assert ends(game) == [{"outcome": "o", "termination": "time"}]


def test_two_sweepers_end_a_game_once(alice, bob):
    games = [overdue(alice, bob) for _ in range(5)]
    now = timezone.now()

    def sweep() -> int:
        return asyncio.run(live_games.fall_flags(now=now))

    with ThreadPoolExecutor(max_workers=2) as threads:
        done = sum(one.result() for one in [threads.submit(sweep) for _ in range(2)])
    assert done == 5
    assert [len(ends(game)) for game in games] == [1] * 5


async def test_a_sweeper_that_comes_too_late_is_quiet(alice, bob):
    game = await database.run(overdue, alice, bob)
    turn_at = moment(utc_now())
    columns = {"turn_at": turn_at, "deadline": turn_at + timedelta(minutes=1)}
    await Game.objects.filter(pk=game.pk).aupdate(**columns)
    async with rooms().enter(game.uid) as room:  # has read it before the other ends it
        await database.run(end_elsewhere, game)
        past = room.match.clock.since - 120_000
        room.match = replace_since(room.match, past)
        assert await live_games._fall_flag(game.uid) is False
        assert room.match.termination == "resignation"
    assert await Event.objects.filter(game=game, kind="ended").acount() == 1


def end_elsewhere(game: Game) -> None:
    from tests.stored import resign

    game.refresh_from_db()
    resign(game, Mark.X)


def replace_since(match, since):
    from msgspec.structs import replace

    return replace(match, clock=replace(match.clock, since=since))


def test_a_flag_is_left_to_the_process_that_has_the_game(alice, bob, settings, monkeypatch):
    """It may hang, and nobody could have moved there."""
    settings.PROCESSES = 2
    monkeypatch.setattr(live_games, "FLAGS_AT_ONCE", 1)
    elsewhere, abandoned = (
        overdue(alice, bob, by=timedelta(minutes=minutes)) for minutes in (9, 5)
    )
    other = ServerProcess.objects.create(at=timezone.now())
    Game.objects.filter(pk=elsewhere.pk).update(held_by=other.pk)
    downtime.become_server()
    assert fall_flags() == 1
    assert [len(ends(game)) for game in (elsewhere, abandoned)] == [0, 1]


async def test_a_process_has_the_games_that_are_open_there(alice, bob):
    game = await database.run(lambda: overdue(alice, bob, by=-timedelta(hours=1)))  # not yet
    downtime.become_server()
    async with rooms().enter(game.uid) as room:
        await write_heartbeat()
        assert not room.is_to_be_taken_over
    await game.arefresh_from_db()
    assert game.held_by == processes.here.number is not None


async def test_a_game_that_is_taken_over_is_read_once_the_database_is_back(alice, bob, monkeypatch):
    game = await database.run(lambda: overdue(alice, bob, by=-timedelta(hours=1)))  # not yet
    downtime.become_server()

    def away(ids):
        raise OperationalError

    async with rooms().enter(game.uid) as room:
        await database.run(end_elsewhere, game)
        with monkeypatch.context() as patch:
            patch.setattr(live_games, "_versions", away)
            with pytest.raises(Unavailable):
                await write_heartbeat()
        await write_heartbeat()
        assert room.match.termination == "resignation"


def test_many_are_ended_in_bounded_batches(alice, bob, monkeypatch):
    monkeypatch.setattr(live_games, "FLAGS_AT_ONCE", 2)
    late = [overdue(alice, bob, by=timedelta(minutes=number)) for number in (10, 30, 20)]
    assert fall_flags() == 2
    assert [len(ends(game)) for game in late] == [0, 1, 1]
    assert fall_flags() == 1


def test_without_a_database_it_waits(alice, bob, monkeypatch):
    game = overdue(alice, bob)

    def away(now):
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(live_games, "_overdue", away)
        with pytest.raises(Unavailable):
            fall_flags()
    assert fall_flags() == 1
    assert len(ends(game)) == 1


def test_the_deadlines_are_found_by_their_index(alice, bob):
    overdue = Game.objects.overdue(timezone.now()).values_list("uid", flat=True)[:100]
    with transaction.atomic():
        if connection.vendor == "postgresql":  # which reads so small a table from end to end
            connection.cursor().execute("SET LOCAL enable_seqscan = off")
        assert "game_by_deadline" in overdue.explain()
