"""Clocks that ran while nobody could move get their time back, exactly once."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games.core.clock import TimeControl
from games.live.cluster import processes
from games.live.storage import downtime
from games.live.storage.loading import load
from games.live.storage.records import Conflict, write
from games.models import Event, Game, Heartbeat, Outage, ServerProcess, milliseconds, moment
from tests.stored import SECOND, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)

# Both have moved 3 s after START, so X's minute runs from then on.
TURN_AT = moment(1_700_000_002_000)
LAST_HEARTBEAT = TURN_AT + timedelta(seconds=10)
BACK = TURN_AT + timedelta(minutes=10)


@pytest.fixture
def running(alice, bob) -> Game:
    game = play(new_game(alice, bob, control="60+0"), [0, 1])
    assert game.turn_at == TURN_AT
    return game


@pytest.fixture
def passing(monkeypatch):
    """Let so many seconds pass by the clock that measures spans."""
    spans = [1000.0]
    for module in (processes, downtime):
        monkeypatch.setattr(module, "monotonic", lambda: spans[0])

    def let_pass(seconds: float) -> None:
        spans[0] += seconds

    return let_pass


def another(at=LAST_HEARTBEAT, *games: Game) -> ServerProcess:
    """Another process, which wrote its last heartbeat at *at*, and has *games*."""
    process = ServerProcess.objects.create(at=at)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(held_by=process.pk)
    return process


def be_back(at=BACK) -> None:
    """Start a server at *at*."""
    downtime.become_server()
    downtime.write_heartbeat_at(at)


def extensions(game: Game) -> list[int]:
    events = Event.objects.filter(game=game, kind="extended")
    return [event.data["ms"] for event in events]


# Nobody was there.


def test_a_running_clock_gets_the_outage_and_20_seconds(running):
    was = another(LAST_HEARTBEAT, running)
    be_back()
    running.refresh_from_db()
    outage = Outage.objects.get()
    assert outage.healed_at
    assert (outage.process, outage.began_at, outage.ended_at) == (was.pk, LAST_HEARTBEAT, BACK)
    assert running.deadline == BACK + timedelta(seconds=50 + 20)  # 10 s were used before it
    assert extensions(running) == [(590 + 20) * SECOND]
    assert running.held_by == ServerProcess.objects.get().pk == processes.here.number


def test_a_game_that_no_process_had_gets_back_what_nobody_was_there(running):
    """Of a server that ended in order, or of the version before, which had no numbers."""
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=LAST_HEARTBEAT)
    be_back()
    assert Outage.objects.get().process is None
    assert extensions(running) == [(590 + 20) * SECOND]


def test_a_turn_that_began_after_the_last_heartbeat_gets_no_more_than_it_lost(running):
    another(TURN_AT - timedelta(seconds=1), running)
    be_back()
    running.refresh_from_db()
    assert running.deadline == BACK + timedelta(seconds=60 + 20)


def test_days_per_move_are_extended_too(alice, bob):
    game = play(new_game(alice, bob, control="3d"), [0, 1])
    another(LAST_HEARTBEAT, game)
    be_back()
    game.refresh_from_db()
    assert game.deadline == BACK + timedelta(days=3, seconds=20 - 10)


def test_clocks_that_stood_still_get_nothing(alice, bob):
    games = [
        play(new_game(alice, bob, control="60+0"), [0]),
        play(new_game(alice, bob), [0, 1]),
        play(new_game(alice, bob, control="60+0"), [0, 3, 1, 4, 2]),
    ]
    another(LAST_HEARTBEAT, *games)
    be_back()
    assert [extensions(game) for game in games] == [[], [], []]


def test_healing_again_gives_nothing_more(running):
    another(LAST_HEARTBEAT, running)
    be_back()
    # As if the process had died before it could note it, and had not been the one to hold it.
    Outage.objects.update(healed_at=None)
    Game.objects.update(held_by=Outage.objects.get().process)
    downtime.heal_outages()
    assert len(extensions(running)) == 1


def test_who_dies_in_the_middle_is_followed_by_another(alice, bob, monkeypatch):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(3)]
    another(LAST_HEARTBEAT, *games)
    monkeypatch.setattr(downtime, "BATCH", 1)
    written = []

    def write_two(entries):
        if len(written) == 2:
            raise SystemExit
        written.append(entries)
        write(entries)

    monkeypatch.setattr(downtime, "write", write_two)
    with pytest.raises(SystemExit):
        be_back()
    assert sum(len(extensions(game)) for game in games) == 2
    monkeypatch.setattr(downtime, "write", write)
    processes.here = processes.Processes()
    be_back(BACK + timedelta(seconds=1))
    assert [len(extensions(game)) for game in games] == [1, 1, 1]


def test_of_two_who_heal_at_once_one_is_quietly_too_late(alice, bob, monkeypatch):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(3)]
    another(LAST_HEARTBEAT, *games)
    conflicts = []

    def write_late(entries):
        monkeypatch.setattr(downtime, "write", write)
        downtime.heal_outages()  # the other process, in between
        try:
            write(entries)
        except Conflict:
            conflicts.append(len(entries))
            raise

    monkeypatch.setattr(downtime, "write", write_late)
    be_back()
    assert conflicts == [3]
    assert [len(extensions(game)) for game in games] == [1, 1, 1]


def test_games_that_others_write_again_and_again_hold_up_no_others(alice, bob, monkeypatch, caplog):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(3)]
    another(LAST_HEARTBEAT, *games)

    def write_but_the_first(entries):
        if games[0].pk in [entry.game_id for entry in entries]:
            raise Conflict
        write(entries)

    monkeypatch.setattr(downtime, "write", write_but_the_first)
    with caplog.at_level("INFO", "games.live.storage.downtime"):
        be_back()
    assert [len(extensions(game)) for game in games] == [0, 1, 1]
    outage = Outage.objects.get()
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", f"clocks extended for the outage of {outage}: 2"),
        ("WARNING", f"clocks not extended for the outage of {outage}: 1"),
    ]


def test_of_two_who_start_at_once_one_notes_that_nobody_was_there(monkeypatch):
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=LAST_HEARTBEAT)

    class Between:
        """The other process notes it just before this one does."""

        def __enter__(self):
            monkeypatch.undo()
            downtime._write_shared_heartbeat(BACK)

        def __exit__(self, *error):
            pass

    monkeypatch.setattr(downtime.transaction, "atomic", Between)
    downtime._write_shared_heartbeat(BACK + timedelta(milliseconds=5))
    assert Outage.objects.get().ended_at == BACK


def test_the_first_start_is_no_outage():
    be_back()
    assert ServerProcess.objects.get().at == Heartbeat.objects.get().at == BACK
    assert not Outage.objects.exists()


def test_a_turn_that_began_after_the_outage_gets_nothing(running):
    another(LAST_HEARTBEAT, running)
    Game.objects.update(turn_at=BACK + timedelta(seconds=1))
    be_back()
    assert extensions(running) == []


def test_a_server_heals_before_any_game_is_read(running):
    another(LAST_HEARTBEAT, running)
    downtime.become_server()
    loaded = load(running.uid)
    assert loaded.match.clock.control == TimeControl(initial_ms=60 * SECOND)
    assert len(extensions(running)) == 1
    load(running.uid)
    assert Outage.objects.count() == 1


def test_who_ends_in_order_writes_a_last_heartbeat_when_nobody_else_is_there():
    be_back(timezone.now() - timedelta(seconds=1))
    before = ServerProcess.objects.get().at
    downtime.end_in_order()
    assert ServerProcess.objects.get().at > before


# Another process is silent.


@pytest.fixture
def two(settings, passing):
    """This process is one of two."""
    settings.PROCESSES = 2
    be_back(timezone.now())
    return passing


def test_a_process_that_is_silent_for_three_seconds_is_found_out(two, running):
    now = timezone.now()
    other = another(now, running)
    downtime.write_heartbeat_at(now)
    two(2.9)
    assert not downtime.is_silent(other.pk)
    two(0.2)
    assert downtime.is_silent(other.pk)


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_process_whose_time_of_day_differs_is_not_silent(two, hours):
    there = timezone.now() + timedelta(hours=hours)
    other = another(there)
    for second in range(5):
        downtime.write_heartbeat()
        ServerProcess.objects.filter(pk=other.pk).update(at=there + timedelta(seconds=second))
        two(1)
        processes.here.since += 1  # this process has not missed it
    downtime.write_heartbeat()
    assert not downtime.is_silent(other.pk)


def test_a_game_of_a_silent_process_is_taken_over_when_it_is_opened(two, running):
    now = timezone.now()
    last = now - timedelta(seconds=8)
    Game.objects.update(turn_at=now - timedelta(seconds=30))
    other = another(last, running)
    downtime.write_heartbeat_at(now)
    assert extensions(running) == []
    loaded = load(running.uid)
    [given] = extensions(running)
    assert 28 * SECOND <= given < 60 * SECOND
    assert loaded.game.held_by == processes.here.number
    assert not loaded.is_elsewhere
    # What is left of the outage is for the games that are left.
    ServerProcess.objects.filter(pk=other.pk).update(at=last)
    downtime._end_outage(other.pk, began_at=last, ended_at=timezone.now())
    downtime.heal_outages()
    assert len(extensions(running)) == 1


def test_a_game_of_a_process_that_lives_stays_its_own(two, running):
    another(timezone.now(), running)
    downtime.write_heartbeat()
    assert load(running.uid).is_elsewhere
    downtime.take_over([running.pk])
    assert load(running.uid).is_elsewhere
    assert extensions(running) == []


def test_a_silent_process_is_given_up_when_its_successor_is_there(two, running):
    now = timezone.now()
    another(now - timedelta(seconds=8), running)
    downtime.write_heartbeat_at(now)
    assert not Outage.objects.exists()
    another(now)
    downtime.write_heartbeat_at(now)
    assert len(extensions(running)) == 1
    assert ServerProcess.objects.count() == 2


def test_a_silent_process_is_given_up_after_a_long_time(two, running):
    now = timezone.now()
    another(now - processes.MAX_SILENCE, running)
    downtime.write_heartbeat_at(now)
    assert len(extensions(running)) == 1
    assert ServerProcess.objects.get().pk == processes.here.number


def test_who_ends_in_order_while_others_live_leaves_its_games_to_them(two, running):
    other = another(timezone.now())
    Game.objects.update(held_by=processes.here.number)
    downtime.end_in_order()
    assert ServerProcess.objects.get() == other
    processes.here = processes.Processes()
    be_back(timezone.now())
    downtime.take_over([running.pk])
    running.refresh_from_db()
    assert running.held_by == processes.here.number
    assert extensions(running) == []


# This process was away.


@pytest.fixture
def ours(running) -> Game:
    """A game of this process, whose last heartbeat is a minute old."""
    now = timezone.now()
    be_back(now - timedelta(minutes=1))
    columns = {"turn_at": now - timedelta(seconds=90), "held_by": processes.here.number}
    Game.objects.filter(pk=running.pk).update(**columns)
    return running


def test_a_process_that_slept_comes_back_under_another_number(ours):
    """It hung, or the machine slept, or its clock jumped ahead: deadlines have passed."""
    before = processes.here.number
    assert downtime.write_heartbeat()
    [given] = extensions(ours)
    assert 80 * SECOND <= given < 90 * SECOND
    ours.refresh_from_db()
    assert ours.held_by == processes.here.number != before
    assert not downtime.write_heartbeat()
    assert len(extensions(ours)) == 1


def test_a_process_that_slept_heals_before_it_reads(ours):
    processes.here.settled_at -= 60 * SECOND
    load(ours.uid)
    assert len(extensions(ours)) == 1


def test_who_slept_does_not_take_others_for_silent_that_may_have_slept_as_well(two, running):
    now = timezone.now()
    other = another(now, running)
    downtime.write_heartbeat_at(now)
    two(20)
    downtime.write_heartbeat_at(now + timedelta(seconds=20))
    assert not downtime.is_silent(other.pk)
    two(4)
    assert downtime.is_silent(other.pk)


def test_a_process_whose_time_of_day_went_back_knows_how_long_it_slept(running, passing):
    now = timezone.now()
    be_back(now)
    passing(20)
    assert processes.here.was_away(now)


def test_a_time_of_day_that_goes_back_is_no_outage(running, passing):
    now = timezone.now()
    be_back(now)
    Game.objects.update(turn_at=now, held_by=processes.here.number)
    passing(1)
    downtime.write_heartbeat_at(now - timedelta(hours=1))
    assert not Outage.objects.exists()
    passing(1)
    # And forth again: an hour of every clock has passed, and nobody could move in it.
    downtime.write_heartbeat_at(now + timedelta(seconds=2))
    assert len(extensions(running)) == 1


def test_a_jump_right_after_a_heartbeat_lets_no_clock_run_out(running, passing):
    """Before the next heartbeat whoever decides anything finds out that it has jumped."""
    now = timezone.now()
    be_back(now - timedelta(hours=1))
    columns = {"turn_at": now - timedelta(hours=1), "held_by": processes.here.number}
    Game.objects.filter(pk=running.pk).update(**columns)
    assert load(running.uid).match.clock.deadline > milliseconds(timezone.now())
    assert len(extensions(running)) == 1


def test_a_jump_during_a_long_healing_is_found_by_the_next_heartbeat(running, monkeypatch, passing):
    now = [timezone.now()]
    monkeypatch.setattr(downtime.timezone, "now", lambda: now[0])
    another(LAST_HEARTBEAT, running)

    def jump_and_write(entries):
        now[0] += timedelta(hours=1)
        write(entries)

    monkeypatch.setattr(downtime, "write", jump_and_write)
    be_back(now[0])
    assert extensions(running)
    assert processes.here.is_unsettled(milliseconds(now[0]))
    assert processes.here.was_away(now[0])


def test_games_that_were_taken_over_meanwhile_get_nothing_more(ours, settings):
    settings.PROCESSES = 2
    other = ServerProcess.objects.create(at=timezone.now())
    Game.objects.update(held_by=other.pk)
    Heartbeat.objects.update(at=timezone.now())
    downtime.write_heartbeat()
    assert extensions(ours) == []
    assert load(ours.uid).is_elsewhere


def test_who_was_given_up_comes_back_as_well():
    be_back(timezone.now())
    before = processes.here.number
    ServerProcess.objects.all().delete()
    downtime.write_heartbeat()
    assert ServerProcess.objects.get().pk == processes.here.number != before


def test_an_outage_is_noted_when_the_database_was_away_from_a_running_server(running):
    """However short: what could not be kept has cost somebody time."""
    now = timezone.now()
    be_back(now - timedelta(seconds=2))
    columns = {"turn_at": now - timedelta(seconds=10), "held_by": processes.here.number}
    Game.objects.update(**columns)
    downtime.note_failure()
    downtime.write_heartbeat_at(now)
    [given] = extensions(running)
    assert given == 22 * SECOND
    downtime.write_heartbeat()
    assert Outage.objects.count() == 1


def test_games_get_the_time_once_if_the_database_goes_away_again(ours, monkeypatch):
    def write_unheard(entries):
        write(entries)
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(downtime, "write", write_unheard)
        with pytest.raises(OperationalError):
            downtime.write_heartbeat()
    downtime.write_heartbeat()
    assert len(extensions(ours)) == 1


def test_a_long_healing_is_not_taken_for_silence(alice, bob, monkeypatch, passing):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(3)]
    another(LAST_HEARTBEAT, *games)
    monkeypatch.setattr(downtime, "BATCH", 1)

    def write_slowly(entries):
        passing(2)
        write(entries)

    monkeypatch.setattr(downtime, "write", write_slowly)
    be_back(timezone.now())
    assert not processes.here.was_away(timezone.now())


def test_heartbeats_that_wait_for_the_database_do_not_make_a_healing_late(
    alice, bob, monkeypatch, passing
):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(5)]
    another(LAST_HEARTBEAT, *games)
    monkeypatch.setattr(downtime, "BATCH", 1)
    now = [timezone.now()]
    monkeypatch.setattr(downtime.timezone, "now", lambda: now[0])

    def wait_and_write(execute, sql, *arguments):
        if sql.startswith("UPDATE") and ServerProcess._meta.db_table in sql:
            passing(1)
            now[0] += timedelta(seconds=1)
        return execute(sql, *arguments)

    with connection.execute_wrapper(wait_and_write):
        be_back(now[0])
    assert all(map(extensions, games))
    assert not processes.here.was_away(now[0])


def test_whoever_waits_for_a_healing_is_not_silent_after_it(monkeypatch, passing):
    now = [BACK]
    monkeypatch.setattr(downtime.timezone, "now", lambda: now[0])
    be_back()

    class HeldByAHealing:
        def __enter__(self):
            passing(10)
            now[0] += timedelta(seconds=10)
            processes.here.note(processes.here.number, now[0], 1010.0)  # as healings do

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(downtime, "_writing", HeldByAHealing())
    downtime.write_heartbeat()
    now[0] += timedelta(seconds=1)
    assert not processes.here.was_away(now[0])
    assert ServerProcess.objects.get().at == BACK + timedelta(seconds=10)
