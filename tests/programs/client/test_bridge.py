"""What a bridge makes of the site's messages, and what it says."""

import io
from types import SimpleNamespace

import pytest

from mnk.bridge.report import BridgeReport, conditions_text, move_lines
from mnk.bridge.seat import BridgeSeat, Takes
from mnk.bridge.state import GameState


def game(**more):
    """The message `game` of a new game against bob."""
    seats = {"x": {"name": "line", "label": "line BOT"}, "o": {"name": "bob", "label": "bob"}}
    return {
        "type": "game",
        "m": 3,
        "n": 3,
        "k": 3,
        "first": "x",
        "status": "ongoing",
        "you": ["x"],
        "moves": [],
        "seats": seats,
        "control": "none",
        "clock": None,
        "offer": None,
        "outcome": "",
        "termination": "",
        "invited": "",
        "presence": {"x": True, "o": True, "x_left": 0, "o_left": 0},
        **more,
    }


def moved(ply, cell, clock=None):
    return {"type": "moved", "ply": ply, "cell": cell, "clock": clock}


def state_of(*messages):
    state = GameState("abc")
    for message in messages:
        state.hear(message)
    return state


def test_moves_are_taken_in_once_and_in_order():
    state = state_of(game(), moved(0, 4), moved(0, 4), moved(2, 8), moved(1, 0))
    assert state.moves == ["b2", "a3"]
    assert state.is_our_turn


def test_the_whole_game_replaces_what_was_known():
    state = state_of(game(), moved(0, 4), game(moves=[0, 1]))
    assert state.moves == ["a3", "b3"]


@pytest.mark.parametrize(
    ("more", "is_our_turn"),
    [
        ({"first": "o"}, False),
        ({"first": "o", "moves": [4]}, True),
        ({"status": "open"}, False),
        ({"termination": "resignation"}, False),
        ({"you": []}, False),
        # The last move has come, and the end is about to.
        ({"you": ["o"], "moves": [0, 3, 1, 4, 2]}, False),
        ({"you": ["o"], "moves": [4, 0, 8, 2, 1, 7, 3, 5, 6]}, False),
    ],
)
def test_it_is_our_turn_in_our_games_while_they_go_on(more, is_our_turn):
    assert state_of(game(**more)).is_our_turn == is_our_turn


def test_the_clock_is_ours():
    clock = {"x": 90_000, "o": 30_000, "running": "x"}
    state = state_of(game(clock=clock, control="90+0"))
    assert (state.match_seconds, state.game.seconds) == (90.0, 90.0)
    state.hear(moved(0, 4, clock | {"x": 85_500}))
    assert state.game.seconds == 85.5


def test_the_clock_of_a_challenge_is_known_before_it_is_accepted():
    clock = {"x": 90_000, "o": 90_000, "running": None}
    state = state_of(game(status="open", you=[], clock=clock, control="90+0"))
    assert state.match_seconds == 90.0


@pytest.mark.parametrize(
    ("outcome", "termination", "text"),
    [
        ("x", "line", "Won."),
        ("o", "time", "Lost on time."),
        ("draw", "full", "Draw."),
        ("draw", "agreement", "Draw by agreement."),
        ("x", "resignation", "Won by resignation."),
        ("", "abort", "No result: abort."),
    ],
)
def test_results_are_told_from_our_side(outcome, termination, text):
    ended = {"type": "ended", "outcome": outcome, "termination": termination, "clock": None}
    assert state_of(game(), ended).result() == text


def test_absence_is_counted_from_when_the_other_player_left():
    away = {"x": True, "o": False, "x_left": 0, "o_left": 90_000}
    state = state_of(game(presence=away))
    assert 90 <= state.seconds_alone < 100
    state.hear({"type": "presence", "x": False, "o": True, "x_left": 5_000, "o_left": 0})
    assert state.seconds_alone == 0


def test_offers_of_the_other_side_are_seen():
    assert state_of(game(offer={"what": "draw", "by": "o"})).offer_to_us() == "draw"
    assert state_of(game(offer={"what": "draw", "by": "x"})).offer_to_us() == ""


def test_games_at_the_same_time_do_not_mix_their_lines():
    out = io.StringIO()
    report = BridgeReport(out, out)
    one, other = state_of(game()), state_of(game(m=5, n=4, k=4))
    other.uid = "xyz"
    report.begin(one)
    report.begin(other)
    for state in (one, other):
        for ply, cell in enumerate((4, 0, 8)):
            state.hear(moved(ply, cell))
        state.outcome, state.termination = "x", "resignation"
    report.end(one, [0.0003, 0.25])
    report.end(other, [1.5])
    assert out.getvalue().splitlines() == [
        "game abc against bob, 3×3, you are X",
        "game xyz against bob, 5×4, 4 in a row, you are X",
        "game abc against bob, 3×3",
        "  1. b2 a3  2. c1",
        "Won by resignation. 2 moves, slowest 250.0 ms",
        "game xyz against bob, 5×4, 4 in a row",
        "  1. e4 a4  2. d3",
        "Won by resignation. 1 move, slowest 1.5 s",
    ]


def test_long_games_take_several_lines():
    lines = list(move_lines(["a1"] * 31))
    assert max(map(len, lines)) <= 72
    assert " ".join(lines).split()[-2:] == ["16.", "a1"]


CONDITIONS = {
    "is_open": True,
    "opponents": "anybody",
    "smallest": 3,
    "largest": 19,
    "shortest": 3,
    "longest": 19,
}


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, "Open to challenges: 3×3 to 19×19"),
        ({"shortest": 4}, "Open to challenges: 3×3 to 19×19, 4 to 19 in a row"),
        ({"largest": 3}, "Open to challenges: 3×3, 3 in a row"),
        ({"shortest": 5, "longest": 5}, "Open to challenges: 3×3 to 19×19, 5 in a row"),
        (
            {"opponents": "nobody"},
            "Open to challenges of its owner: 3×3 to 19×19",
        ),
        ({"is_open": False}, "Paused: its owner has it take no challenges."),
    ],
)
def test_the_conditions_are_those_of_the_bot(more, text):
    bots = [{"name": "other"}, {"name": "line", "conditions": CONDITIONS | more}]
    assert conditions_text("line", bots) == text
    assert conditions_text("nobody", bots[1:]) == "Waiting for challenges."


def test_a_challenge_may_be_declined_before_anybody_looks():
    declined = game(you=[], invited="bob BOT", status="finished", termination="declined")
    client = SimpleNamespace(game=lambda uid: declined)
    report = BridgeReport(io.StringIO(), io.StringIO())
    seat = BridgeSeat(client, None, report, "abc", turn_seconds=1.0, takes=Takes.OURS)
    seat.play()
    assert (seat.was_played, seat.problem) == (False, "bob BOT: declined")
