"""What the game page says without its scripts, and that the scripts find their phrases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.html import strip_tags

from games.phrases import PHRASES, phrase
from games.templatetags import absence, game_page

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "static" / "js"
OF_THE_GAME = [SCRIPTS / "board.js", SCRIPTS / "clock.js", SCRIPTS / "game.js"]
BOARD_WORDS = ROOT / "templates" / "_board_words.html"


def state(**changes):
    seats = {
        "x": {"name": "alice", "kind": "person", "label": "alice"},
        "o": {"name": "bob", "kind": "person", "label": "bob"},
    }
    look = {"symbol": "", "colour": ""}
    return {
        "m": 3,
        "n": 3,
        "k": 3,
        "first": "x",
        "status": "ongoing",
        "opponent": "anyone",
        "you": ["x"],
        "moves": [],
        "seats": seats,
        "marks": {"x": look, "o": look},
        "clock": None,
        "offer": None,
        "outcome": "",
        "termination": "",
        "line": None,
        "control": "none",
        "presence": {"x": True, "o": False, "watchers": 0, "names": [], "x_left": 0, "o_left": 500},
        "takebacks": {"x": 3, "o": 3},
        "swap_rule": False,
        "swap": "",
        "swapped": False,
        "score": None,
        "best_of": 0,
        "next": "",
        "invited": "",
        "dead": False,
        "setup": 0,
        **changes,
    }


def finished(outcome, termination, **changes):
    return state(status="finished", outcome=outcome, termination=termination, **changes)


@pytest.mark.parametrize(
    ("game", "headline", "is_readers"),
    [
        (state(), "Your turn", True),
        (state(moves=[4]), "bob is thinking", False),
        (state(you=[], moves=[4]), "bob to move", False),
        (state(you=["x", "o"], moves=[4]), "bob to move", True),
        (state(status="open", you=[]), "Waiting for an opponent", False),
        (state(status="open", opponent="friend"), "Invite your friend", False),
        (finished("x", "line"), "You win", True),
        (finished("o", "resignation"), "bob wins", False),
        (finished("draw", "full"), "Draw", False),
        (finished("", "abort"), "Game aborted", False),
    ],
)
def test_the_headline_is_about_the_reader(game, headline, is_readers):
    assert game_page.page_headline(game) == headline
    assert game_page.is_readers_moment(game) is is_readers


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (state(), ""),
        (finished("x", "line", line=[2, 4, 6]), "Three in a row, c3 to a1"),
        (finished("x", "line", line=[0, 1, 2, 4, 8]), "More than one line at once"),
        (finished("o", "resignation"), "alice resigned"),
        (finished("x", "time"), "bob ran out of time"),
        (finished("draw", "agreement"), "Draw by agreement"),
        (finished("x", "adjudication", line=[2, 4, 6]), "Decided by staff"),
    ],
)
def test_the_reason_of_the_end(game, reason):
    assert game_page.reason(game) == reason


def test_the_reader_sits_below():
    assert game_page.bottom_mark(state(you=["o"])) == "o"
    assert game_page.bottom_mark(state(you=["x", "o"])) == "x"
    assert game_page.bottom_mark(state(you=[])) == "x"


def test_a_card_tells_who_sits_there_and_what_time_is_left():
    game = state(clock={"x": 61_999, "o": 5_000, "running": "x"})
    card = game_page.player_card(game, "x", "bottom")
    assert (card["label"], card["here"], card["clock"]) == ("alice", "you", "1:01")
    assert game_page.player_card(game, "o", "top")["here"] == "away"
    empty = state(status="open", seats={"x": game["seats"]["x"], "o": None})
    assert game_page.player_card(empty, "o", "top")["label"] == "Free seat"


@pytest.mark.parametrize(
    ("ms", "text"),
    [(59_999, "0:59"), (3_599_000, "59:59"), (3_600_000, "1:00:00"), (190_800_000, "2d 5h")],
)
def test_time_left_is_told_in_the_largest_units(ms, text):
    game = state(clock={"x": ms, "o": ms, "running": None})
    assert game_page.player_card(game, "x", "bottom")["clock"] == text


def test_the_free_seat_of_a_challenge_names_who_is_asked():
    asked = {"seats": {"x": state()["seats"]["x"], "o": None}, "invited": "bob"}
    card = game_page.player_card(state(status="open", **asked), "o", "top")
    assert (card["label"], card["here"]) == ("bob", "hasn’t answered yet")
    declined = game_page.player_card(finished("", "declined", **asked), "o", "top")
    assert (declined["label"], declined["here"]) == ("bob", "did not play")


def test_the_free_seat_is_what_one_would_play():
    taken = state()["seats"]["x"]
    assert game_page.free_seat(state(seats={"x": taken, "o": None})) == "o"
    assert game_page.free_seat(state(seats={"x": None, "o": None})) == "either"


def test_moves_are_numbered_in_pairs():
    moves = game_page.move_list(state(first="o", moves=[4, 0, 2]))
    assert strip_tags(moves.replace("<", " <")).split() == ["1.", "b2", "a3", "2.", "c3"]
    assert re.findall("mark-[xo]", moves) == ["mark-o", "mark-x", "mark-o"]


def test_given_moves_are_told_from_those_played():
    moves = game_page.move_list(state(moves=[4, 0, 2], setup=2))
    told = strip_tags(moves.replace("<", " <")).split()
    assert told == ["1.", "b2", "given", "a3", "given", "2.", "c3"]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (state(), "X, alice"),
        (state(first="o"), "O, bob"),
        (state(marks={"x": {"symbol": "★", "colour": ""}}), "★, alice"),
        (state(status="open", seats={"x": None, "o": None}), "X"),
        (state(swapped=True), "X"),  # alice has O now, and moved first
    ],
)
def test_the_first_mover_is_named(game, text):
    assert game_page.first_mover(game) == text


def test_every_ending_has_its_words():
    terminations = (
        "line",
        "full",
        "dead",
        "resignation",
        "agreement",
        "time",
        "abort",
        "cancelled",
    )
    for termination in (*terminations, "adjudication", "annulled"):
        assert phrase(f"by_{termination}", name="alice")
    for termination in ("abort", "cancelled", "annulled"):
        assert phrase(f"ended_{termination}")


def keys_in_scripts() -> set[str]:
    sources = [*OF_THE_GAME, *(SCRIPTS / "game").glob("*.js")]
    found: set[str] = set()
    for source in sources:
        for call in re.findall(r"words\(([^{`)]*)", source.read_text()):
            found.update(re.findall(r'"(\w+)"', call))
    return found


def test_the_scripts_find_their_phrases():
    known = {key.split(".")[0] for key in PHRASES}
    known.update(re.findall(r'data-word="(\w+)"', BOARD_WORDS.read_text()))
    assert keys_in_scripts() - known == set()


def away(left, **changes):
    presence = {"x": True, "o": False, "watchers": 0, "names": [], "x_left": 0, "o_left": left}
    return state(presence=presence, **changes)


@pytest.mark.parametrize(
    ("game", "text", "wait"),
    [
        (away(900, moves=[0, 1, 2]), "", None),
        (away(2_000, moves=[0]), "bob has left. You can abort the game.", None),
        (
            away(2_000, moves=[0, 1]),
            "bob has left. Make your move, then you can claim the win.",
            None,
        ),
        (
            away(2_000, moves=[0, 1, 2]),
            "bob has left. You can claim the win in 28 seconds.",
            28,
        ),
        (away(99_000, moves=[0, 1, 2]), "bob has left. You can claim the win.", 0),
        (away(99_000, moves=[0, 1, 2], control="3d"), "", None),
        (away(99_000, moves=[0, 1, 2], you=[]), "", None),
        (away(99_000, moves=[0, 1, 2], status="finished"), "", None),
    ],
)
def test_what_can_be_done_about_one_who_left(game, text, wait):
    assert absence._options(game) == (text, wait)


@pytest.mark.django_db(transaction=True)
def test_a_side_that_is_drawn_later_is_nobodys_free_seat(client):
    page = client.post(
        "/games/quick/", {"m": "3", "n": "3", "k": "3", "control": "60+2"}, follow=True
    )
    assert page.text.count("You or your opponent</span>") == 2
    assert "<span>Free seat</span>" not in page.text
