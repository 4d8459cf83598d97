"""Every fault is found in a game that was broken on purpose, and none in a game that was played."""

import json

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.errors import GameError
from games.core.events import Offering, Outcome
from games.core.rules import Mark, Ruleset
from games.live.storage.verification import faults_of
from games.models import Event, Game, Move
from tests.stored import DRAWN, X_WINS, adjudicate, carry_out, new_game, play, resign

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(alice, bob):
    return play(new_game(alice, bob), X_WINS)


@pytest.fixture
def ongoing(alice, bob):
    return play(new_game(alice, bob), (4, 0, 8))


def codes(game):
    game = Game.objects.get(pk=game.pk)
    moves, events = game.moves.order_by("ply"), game.events.order_by("version")
    return [fault.code for fault in faults_of(game, list(moves), list(events))]


def change(game, **columns):
    """What no service does: set columns by hand."""
    Game.objects.filter(pk=game.pk).update(**columns)


def rewrite(game, version, **data):
    """Change a line of the log, past the model that forbids it."""
    event = Event.objects.get(game=game, version=version)
    text = json.dumps({**event.data, **data})
    sql = f"UPDATE {Event._meta.db_table} SET data = %s WHERE id = %s"
    with connection.cursor() as cursor:
        cursor.execute(sql, [text, event.pk])


def flag(game, *, on=True):
    carry_out(game, lambda match, now: match.flag(on=on))


def forget(game, version):
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {Event._meta.db_table} WHERE game_id = %s AND version = %s",
            [game.pk, version],
        )


# Games as they are played.


def test_games_that_ended_by_themselves_hold(alice, bob, won):
    assert codes(won) == []
    assert codes(play(new_game(alice, bob), DRAWN)) == []


def test_games_that_go_on_hold(alice, ongoing):
    assert codes(ongoing) == []
    assert codes(new_game(alice, None)) == []


def test_a_game_that_was_called_off_holds_and_never_began(alice):
    game = carry_out(new_game(alice, None), lambda match, now: match.cancel(now=now), alice)
    assert codes(game) == []
    assert game.started_at is None


def test_decided_games_hold(won, ongoing, charlie):
    assert codes(adjudicate(won, Outcome.O, charlie)) == []
    assert codes(adjudicate(won, Outcome.NONE, charlie)) == []
    assert codes(resign(ongoing, Mark.X)) == []


def test_a_game_in_which_a_guest_became_somebody_holds(ongoing, bob, charlie):
    carry_out(ongoing, lambda match, now: match.reseat(was=bob.pk, player=charlie.pk))
    assert codes(ongoing) == []


COMMANDS = st.sampled_from(
    [
        "play",
        "play",
        "play",
        "play",
        "offer",
        "yes",
        "no",
        "take back",
        "resign",
        "abort",
        "flag",
        "adjudicate",
        "call off",
    ]
)


def perform(match, now, command, mark, number):
    """One of the commands; what the numbers mean depends on it."""
    what = list(Offering)[number % 2]
    match command:
        case "play":
            cells = match.position.legal_moves() or (0,)
            turn = match.turn or mark
            cell = cells[number % len(cells)]
            return match.play(mark=turn, ply=match.ply, cell=cell, now=now)
        case "resign":
            return match.resign(mark=mark, now=now)
        case "abort":
            return match.abort(now=now)
        case "offer":
            return match.make_offer(mark=mark, what=what)
        case "take back":
            return match.take_back(mark=mark, now=now)
        case "flag":
            return match.flag(on=not match.flagged)
        case "adjudicate":
            return match.adjudicate(outcome=list(Outcome)[number % 4], now=now)
        case "call off":
            return match.call_off(now=now)
    return match.answer_offer(mark=mark, what=what, yes=command == "yes", now=now)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(COMMANDS, st.sampled_from(list(Mark)), st.integers(0, 99)), max_size=25))
def test_whatever_is_done_the_rows_hold(alice, bob, commands):
    game = new_game(alice, bob, ruleset=Ruleset(4, 3, 3), control="60+1")
    for command in commands:
        try:
            carry_out(game, lambda match, now, command=command: perform(match, now, *command))
        except GameError:
            continue
    assert codes(game) == []


# Games broken on purpose.


def test_a_gap_in_the_plies(ongoing):
    Move.objects.filter(game=ongoing, ply=1).delete()
    assert "ply_gap" in codes(ongoing)


def test_a_ply_that_the_game_does_not_count(ongoing):
    change(ongoing, ply=2)
    assert codes(ongoing) == ["wrong_ply"]


def test_a_cell_or_ply_that_stands_twice(ongoing):
    """The database refuses these, so they are shown to the checker only."""
    moves, events = list(ongoing.moves.order_by("ply")), list(ongoing.events.all())
    moves[2].cell = moves[0].cell
    found = [fault.code for fault in faults_of(ongoing, moves, events)]
    assert found == ["cell_twice", "illegal_move"]
    moves[2].ply = 1
    assert faults_of(ongoing, moves, events)[0].code == "ply_twice"


def test_a_move_by_somebody_who_was_not_to_move(ongoing, alice, charlie):
    Move.objects.filter(game=ongoing, ply=1).update(player=alice)
    assert codes(ongoing) == ["wrong_mover"]
    Move.objects.filter(game=ongoing, ply=1).update(player=charlie)
    assert codes(ongoing) == ["wrong_mover"]


def test_another_first_mark_makes_every_mover_wrong(ongoing):
    change(ongoing, first="o")
    assert codes(ongoing) == ["wrong_mover"]


def test_a_cell_off_the_board(ongoing):
    Move.objects.filter(game=ongoing, ply=2).update(cell=9)
    assert codes(ongoing) == ["illegal_move"]


def test_a_move_after_the_board_was_decided(won, bob):
    Move.objects.create(game=won, ply=5, cell=8, player=bob, played_at=won.ended_at)
    assert "move_after_end" in codes(won)


def test_a_move_after_the_stored_end(ongoing):
    resign(ongoing, Mark.X)
    change(ongoing, ended_at=ongoing.started_at)
    assert codes(ongoing) == ["move_after_end"]


@pytest.mark.parametrize(
    "columns",
    [
        {"outcome": "o"},
        {"outcome": "draw"},
        {"outcome": ""},
        {"termination": "full"},
        {"termination": "resignation"},
        {"termination": "abort", "outcome": ""},
    ],
)
def test_a_result_that_the_board_does_not_give(won, columns):
    change(won, **columns)
    assert codes(won) == ["wrong_result", "log_differs"]


@pytest.mark.parametrize(
    "columns",
    [
        {"termination": "line", "outcome": "x"},
        {"termination": "full", "outcome": "draw"},
        {"termination": "agreement", "outcome": "x"},
        {"termination": "dead", "outcome": "draw"},
        {"termination": "time", "outcome": ""},
        {"termination": "annulled", "outcome": "x"},
        {"termination": "adjudication", "outcome": ""},
        {"termination": "boredom", "outcome": "x"},
    ],
)
def test_a_result_that_cannot_be(ongoing, columns):
    resign(ongoing, Mark.X)
    change(ongoing, **columns)
    assert codes(ongoing) == ["wrong_result", "log_differs"]


def test_a_decided_board_that_goes_on(won):
    change(won, status="ongoing", outcome="", termination="", ended_at=None)
    assert codes(won) == ["wrong_result", "log_differs"]


def test_a_status_that_the_seats_deny(ongoing):
    change(ongoing, status="open")
    assert codes(ongoing) == ["wrong_status"]


def test_a_finished_game_whose_clock_runs(won):
    change(won, deadline=won.ended_at)
    assert codes(won) == ["goes_on"]


def test_a_gap_in_the_log(ongoing):
    flag(ongoing)
    flagged = Event.objects.get(game=ongoing, kind="flagged")
    flag(ongoing, on=False)
    forget(ongoing, flagged.version)
    assert codes(ongoing) == ["log_differs"]


def test_a_log_without_its_end(won):
    forget(won, won.version)
    assert codes(won) == ["log_differs", "log_differs"]


def test_a_log_without_its_beginning(ongoing):
    forget(ongoing, 0)
    assert codes(ongoing) == ["version_gap", "bad_event"]


def test_a_game_without_any_log(alice):
    game = new_game(alice, None)
    forget(game, 0)
    assert codes(game) == ["version_gap", "bad_event"]


def test_a_version_to_which_nothing_led(ongoing):
    change(ongoing, version=9)
    assert codes(ongoing) == ["log_differs"]


def test_a_version_that_the_log_has_passed(won):
    change(won, version=won.version - 1)
    assert codes(won) == ["wrong_version", "log_differs"]


def test_a_log_that_tells_another_game(ongoing):
    rewrite(ongoing, 0, x=9_999)
    assert codes(ongoing) == ["log_differs"]


def test_moves_before_anybody_sat(ongoing):
    rewrite(ongoing, 0, o=None)
    assert codes(ongoing) == ["bad_event"]


def test_a_log_that_tells_another_end_or_flag(won):
    rewrite(won, won.version, outcome="o")
    change(won, flagged=True)
    assert codes(won) == ["log_differs", "log_differs"]


def test_a_line_of_the_log_that_makes_no_sense(ongoing):
    rewrite(ongoing, 0, x=1, o=[])
    assert codes(ongoing) == ["log_differs"]


@pytest.mark.parametrize("kind", ["dreamt", "taken_back", "joined", "created", "moved"])
def test_a_kind_of_event_that_cannot_stand_there(won, kind):
    Event.objects.create(
        game=won, version=won.version + 1, kind=kind, at=won.ended_at, data={"cells": [8]}
    )
    change(won, version=won.version + 1)
    assert codes(won) == ["bad_event"]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("taken_back", {"cells": []}),
        ("taken_back", {"cells": [4, 0, 8, 7]}),
        ("joined", {"mark": "x", "player": 1}),
        ("joined", {"mark": "z", "player": 1}),
        ("joined", {}),
        ("created", {"x": None, "o": None}),
        ("adjudicated", {"before": {"outcome": "x", "termination": "line"}, "after": {}}),
        (
            "adjudicated",
            {
                "before": {"outcome": "x", "termination": "line"},
                "after": {"outcome": "", "termination": "annulled"},
            },
        ),
    ],
)
def test_an_event_that_cannot_have_happened(ongoing, kind, data):
    version = ongoing.version + 1
    Event.objects.create(game=ongoing, version=version, kind=kind, at=ongoing.started_at, data=data)
    change(ongoing, version=version)
    assert codes(ongoing) == ["bad_event"]


def test_a_takeback_after_which_the_move_still_stands(ongoing):
    version = ongoing.version + 1
    Event.objects.create(
        game=ongoing, version=version, kind="taken_back", at=ongoing.started_at, data={"cells": [8]}
    )
    change(ongoing, version=version)
    assert codes(ongoing) == ["log_differs"]


def test_moves_after_the_end(won):
    flag(won)
    change(won, version=won.version + 3)
    assert codes(won) == ["bad_event"]


def test_a_clock_that_cannot_be_read(ongoing):
    change(ongoing, control="forever")
    assert codes(ongoing) == ["bad_clock"]


def test_a_ruleset_that_the_database_would_refuse(ongoing):
    ongoing.k = 9
    assert [fault.code for fault in faults_of(ongoing, [], [])] == ["bad_ruleset"]


def test_a_fault_is_told_in_one_short_line(alice, bob):
    game = play(new_game(alice, bob, ruleset=Ruleset(19, 19, 19)), range(60))
    moves = list(game.moves.order_by("ply"))[1:]
    lines = [str(fault) for fault in faults_of(game, moves, list(game.events.all()))]
    assert lines[0] == "ply_gap (plies 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …)"
    assert max(map(len, lines)) < 100
