"""Clocks that ran while no server was there get their time back, exactly once."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from games.core.clock import TimeControl
from games.live import downtime
from games.live.records import Conflict, write
from games.models import Event, Game, Heartbeat, Outage, moment
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


def be_away() -> None:
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=LAST_HEARTBEAT)
    downtime.note_outage(BACK)


def extensions(game: Game) -> list[int]:
    events = Event.objects.filter(game=game, kind="extended")
    return [event.data["ms"] for event in events]


def test_a_running_clock_gets_the_outage_and_20_seconds(running):
    be_away()
    downtime.heal_outages()
    running.refresh_from_db()
    outage = Outage.objects.get()
    assert outage.healed_at
    assert (outage.began_at, outage.ended_at) == (LAST_HEARTBEAT, BACK)
    assert running.deadline == BACK + timedelta(seconds=50 + 20)  # 10 s were used before it
    assert extensions(running) == [(590 + 20) * SECOND]


def test_a_turn_that_began_after_the_last_beat_gets_no_more_than_it_lost(running):
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=TURN_AT - timedelta(seconds=1))
    downtime.note_outage(BACK)
    downtime.heal_outages()
    running.refresh_from_db()
    assert running.deadline == BACK + timedelta(seconds=60 + 20)


def test_days_per_move_are_extended_too(alice, bob):
    game = play(new_game(alice, bob, control="3d"), [0, 1])
    be_away()
    downtime.heal_outages()
    game.refresh_from_db()
    assert game.deadline == BACK + timedelta(days=3, seconds=20 - 10)


def test_clocks_that_stood_still_get_nothing(alice, bob):
    games = [
        play(new_game(alice, bob, control="60+0"), [0]),
        play(new_game(alice, bob), [0, 1]),
        play(new_game(alice, bob, control="60+0"), [0, 3, 1, 4, 2]),
    ]
    be_away()
    downtime.heal_outages()
    assert [extensions(game) for game in games] == [[], [], []]


def test_healing_again_gives_nothing_more(running):
    be_away()
    downtime.heal_outages()
    Outage.objects.update(healed_at=None)  # as if the process had died before it could note it
    downtime.heal_outages()
    assert len(extensions(running)) == 1


def test_who_dies_in_the_middle_is_followed_by_another(alice, bob, monkeypatch):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(3)]
    be_away()
    monkeypatch.setattr(downtime, "BATCH", 1)
    written = []

    def write_two(entries):
        if len(written) == 2:
            raise SystemExit
        written.append(entries)
        write(entries)

    monkeypatch.setattr(downtime, "write", write_two)
    with pytest.raises(SystemExit):
        downtime.heal_outages()
    assert sum(len(extensions(game)) for game in games) == 2
    monkeypatch.setattr(downtime, "write", write)
    downtime.note_outage(BACK + timedelta(seconds=1))
    downtime.heal_outages()
    assert [len(extensions(game)) for game in games] == [1, 1, 1]
    assert Outage.objects.count() == 1


def test_of_two_who_heal_at_once_one_is_quietly_too_late(alice, bob, monkeypatch):
    games = [play(new_game(alice, bob, control="60+0"), [0, 1]) for _ in range(3)]
    be_away()
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
    downtime.heal_outages()
    assert conflicts == [3]
    assert [len(extensions(game)) for game in games] == [1, 1, 1]


def test_of_two_who_start_at_once_one_notes_the_outage(monkeypatch):
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=LAST_HEARTBEAT)

    class Between:
        """The other process notes it just before this one does."""

        def __enter__(self):
            monkeypatch.undo()
            downtime.note_outage(BACK)

        def __exit__(self, *error):
            pass

    monkeypatch.setattr(downtime.transaction, "atomic", Between)
    downtime.note_outage(BACK + timedelta(milliseconds=5))
    assert Outage.objects.get().ended_at == BACK


def test_a_short_silence_is_no_outage(running):
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=LAST_HEARTBEAT)
    downtime.note_outage(LAST_HEARTBEAT + timedelta(seconds=3))
    assert not Outage.objects.exists()


def test_the_first_start_is_no_outage():
    downtime.note_outage(BACK)
    downtime.write_heartbeat(BACK)
    assert Heartbeat.objects.get().at == BACK
    assert not Outage.objects.exists()


def test_a_later_game_of_the_same_players_is_not_extended_for_an_earlier_outage(running):
    be_away()
    downtime.heal_outages()
    later = play(new_game(running.x_player, running.o_player, control="60+0"), [0, 1])
    Game.objects.filter(pk=later.pk).update(turn_at=BACK + timedelta(seconds=1))
    Outage.objects.update(healed_at=None)
    downtime.heal_outages()
    assert extensions(later) == []


def test_a_server_heals_before_any_game_is_read(running, monkeypatch):
    from games.live.loading import load

    monkeypatch.setattr(downtime.here, "has_just_started", True)
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=LAST_HEARTBEAT)
    loaded = load(running.uid)
    assert loaded.match.clock.control == TimeControl(initial_ms=60 * SECOND)
    assert len(extensions(running)) == 1
    load(running.uid)
    assert Outage.objects.count() == 1


def test_an_outage_is_noted_when_the_database_was_away_from_a_running_server(running):
    """However short: what could not be kept has cost somebody time."""
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=timezone.now() - timedelta(seconds=3))
    Game.objects.update(turn_at=timezone.now() - timedelta(seconds=10))
    downtime.note_failure()
    downtime.write_heartbeat(timezone.now())
    [given] = extensions(running)
    assert 23 * SECOND <= given < 30 * SECOND
    assert downtime.take_healed() == {running.pk}
    downtime.write_heartbeat(timezone.now())
    assert Outage.objects.count() == 1


def test_a_failure_in_this_process_alone_is_no_outage(running):
    downtime.note_failure()
    # Another process reaches the database.
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=timezone.now())
    downtime.compensate_outages()
    assert not Outage.objects.exists()
    assert downtime.here.failed_at is None


@pytest.fixture
def cut_off(running) -> Game:
    """A game that is open in this process, which was away for a minute, unlike others."""
    now = timezone.now()
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=now - timedelta(seconds=1))
    Game.objects.filter(pk=running.pk).update(turn_at=now - timedelta(seconds=90))
    downtime.here.seen_at = now - timedelta(seconds=60)
    downtime.here.open_games = lambda: [running.pk]
    downtime.here.failed_at = now - timedelta(seconds=58)
    return running


def test_a_process_that_was_cut_off_gives_its_own_games_the_time_back(cut_off, alice, bob):
    elsewhere = play(new_game(alice, bob, control="60+0"), [0, 1])
    downtime.compensate_outages()
    [given] = extensions(cut_off)
    assert 80 * SECOND <= given < 90 * SECOND
    assert extensions(elsewhere) == []
    assert not Outage.objects.exists()
    assert downtime.take_healed() == {cut_off.pk}
    downtime.here.failed_at = timezone.now() - timedelta(seconds=58)
    downtime.compensate_outages()
    assert len(extensions(cut_off)) == 1


def test_what_all_have_got_back_is_not_given_to_ones_own_games_again(cut_off):
    now = timezone.now()
    # Another process has found the outage, which this one has seen as well.
    Outage.objects.create(
        began_at=now - timedelta(seconds=60), ended_at=now - timedelta(seconds=2), healed_at=now
    )
    downtime.compensate_outages()
    assert extensions(cut_off) == []


def test_own_games_get_the_time_once_if_the_database_goes_away_again(cut_off, monkeypatch):
    def write_unheard(entries):
        write(entries)
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(downtime, "write", write_unheard)
        with pytest.raises(OperationalError):
            downtime.compensate_outages()
    downtime.compensate_outages()
    assert len(extensions(cut_off)) == 1


def test_a_database_that_hung_without_failing_was_away(running):
    downtime.write_heartbeat(LAST_HEARTBEAT)  # it was begun then, and has only now been answered
    Game.objects.update(turn_at=LAST_HEARTBEAT)
    downtime.compensate_outages()
    assert Outage.objects.get().began_at == LAST_HEARTBEAT
    assert len(extensions(running)) == 1


def test_the_table_of_the_heartbeat_stays_as_the_version_before_writes_it():
    plan = StringIO()
    call_command("sqlmigrate", "games", "0014", stdout=plan)
    statements = [line for line in plan.getvalue().splitlines() if not line.startswith("--")]
    assert not [line for line in statements if line not in {"BEGIN;", "COMMIT;"}]
    assert Heartbeat._meta.db_table == "games_beat"
