"""What the game page says, and that its scripts say the same of the same games."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils.text import capfirst

from games.core.clock import DAY, HOUR, MINUTE, SECOND
from games.protocol.messages import GameMessage
from games.text import game_times, phrases
from games.text.game_page import page_text
from games.text.game_round import begin_text
from games.text.game_times import AbsenceText
from games.text.wording import control_text, goal_text, left_text, special_terms_text
from tests.text.random_games import RandomGame, Sent

GAMES = 150
CLAIM_AFTER = 30 * SECOND
SCRIPT = Path(__file__).with_name("page_text.mjs")


def state(**changes: Any) -> GameMessage:
    """A game of alice, who reads, with X, and bob with O; *changes* as JSON has them."""
    seats = {
        "x": {"name": "alice", "kind": "person", "label": "alice"},
        "o": {"name": "bob", "kind": "person", "label": "bob"},
    }
    look = {"symbol": "", "colour": ""}
    return msgspec.convert(
        {
            "type": "game",
            "version": 0,
            "uid": "0123456789",
            "m": 3,
            "n": 3,
            "k": 3,
            "first": "x",
            "status": "ongoing",
            "opponent": "anyone",
            "you": ["x"],
            "moves": [],
            "spent": [],
            "ids": [],
            "seats": seats,
            "marks": {"x": look, "o": look},
            "clock": None,
            "offer": None,
            "outcome": "",
            "termination": "",
            "line": None,
            "control": "none",
            "presence": presence(o_left=500),
            "setup": 0,
            "round": None,
            "dead": False,
            "takebacks": {"x": 3, "o": 3},
            "swap_rule": False,
            "swap": "",
            "swapped": False,
            "score": None,
            "best_of": 0,
            "next": "",
            "invited": "",
            **changes,
        },
        GameMessage,
    )


def presence(**changes: Any) -> dict[str, Any]:
    here = {"type": "presence", "x": True, "o": False, "x_left": 0, "o_left": 0}
    here |= {"x_lost": False, "o_lost": False}
    return {**here, "watchers": 0, "names": [], **changes}


def finished(outcome, termination, **changes):
    return state(status="finished", outcome=outcome, termination=termination, **changes)


@pytest.mark.parametrize(
    ("game", "headline", "is_readers"),
    [
        (state(), "Your turn", True),
        (state(moves=[4]), "bob is thinking", False),
        (state(you=[], moves=[4]), "bob to move", False),
        (state(you=["x", "o"], moves=[4]), "bob to move", True),
        (state(status="open", you=[]), "", False),
        (finished("x", "line"), "You win", True),
        (finished("o", "resignation"), "You lost", False),
        (finished("draw", "full"), "Draw", False),
        (finished("", "abort"), "Game aborted", False),
    ],
)
def test_the_headline_is_about_the_reader(game, headline, is_readers):
    page = page_text(game)
    assert (page.headline, page.is_marked) == (headline, is_readers)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (state(), ""),
        (finished("x", "line", line=[2, 4, 6]), "Three in a row, c3 to a1"),
        (finished("x", "line", line=[0, 1, 2, 4, 8]), "More than one line at once"),
        (finished("x", "line", line=[0, 2, 4, 6, 8]), "More than one line at once"),
        (finished("o", "resignation"), "alice resigned"),
        (finished("x", "time"), "bob ran out of time"),
        (finished("draw", "agreement"), "Both players agreed"),
        (finished("x", "adjudication", line=[2, 4, 6]), "Decided by staff"),
    ],
)
def test_the_reason_of_the_end(game, reason):
    assert page_text(game).reason == reason


def test_the_reader_sits_below():
    assert page_text(state(you=["o"])).bottom == "o"
    assert page_text(state(you=["x", "o"])).bottom == "x"
    assert page_text(state(you=[])).bottom == "x"


@pytest.mark.parametrize(
    ("game", "phase"),
    [
        (state(moves=[0, 1, 2]), "start"),
        (state(moves=[0, 1, 2, 3]), ""),
        (finished("x", "resignation"), "end"),
        (finished("", "abort"), ""),
        (state(you=[]), ""),
    ],
)
def test_the_chat_offers_greetings_and_thanks_to_players(game, phase):
    page = page_text(game)
    assert page.chat_phase == phase
    assert page.texts["chat_title"] == ("Chat" if game.you else "Spectator chat")


def test_the_person_at_the_other_device_can_be_blocked():
    computer = {"name": "Rules", "kind": "engine", "label": "Rules"}
    seats = {"x": {"name": "alice", "kind": "person", "label": "alice"}, "o": computer}
    assert page_text(state()).partner == "bob"
    assert page_text(state(you=["o"])).partner == "alice"
    for game in (
        state(you=[]),
        state(you=["x", "o"]),
        state(seats=seats),
        state(seats=seats | {"o": None}),
    ):
        assert page_text(game).partner == ""


def test_a_card_tells_who_sits_there():
    cards = page_text(state()).players
    assert (cards["x"].label, cards["x"].here, cards["x"].dot) == ("alice", "you", "here")
    assert (cards["o"].label, cards["o"].here, cards["o"].dot) == ("bob", "away", "away")


def test_the_free_seat_of_a_challenge_names_who_is_asked():
    alone = {"x": {"name": "alice", "kind": "person", "label": "alice"}, "o": None}
    free = page_text(state(status="open", seats=alone)).players["o"]
    assert (free.label, free.here) == ("Free seat", "no one yet")
    asked = page_text(state(status="open", seats=alone, invited="bob")).players["o"]
    assert (asked.label, asked.here) == ("bob", "hasn’t answered yet")
    declined = page_text(finished("", "declined", seats=alone, invited="bob")).players["o"]
    assert (declined.label, declined.here) == ("bob", "did not play")


def test_who_sent_a_link_to_a_friend_reads_that_the_friend_has_not_joined_yet():
    alone = {"x": {"name": "alice", "kind": "person", "label": "alice"}, "o": None}
    open_game = {"status": "open", "seats": alone, "opponent": "friend"}
    friend = page_text(state(**open_game)).players["o"]
    assert (friend.label, friend.here) == ("Your friend", "hasn’t joined yet")
    seen_by_another = page_text(state(**open_game, you=[])).players["o"]
    assert (seen_by_another.label, seen_by_another.here) == ("Free seat", "no one yet")


@pytest.mark.parametrize(
    ("ms", "main", "fraction"),
    [
        (8_450, "0:08", ".4"),
        (59_999, "0:59", ""),
        (3_599_000, "59:59", ""),
        (3_600_000, "1:00:00", ""),
        (190_800_000, "2d 5h", ""),
    ],
)
def test_time_left_is_told_in_the_largest_units(ms, main, fraction):
    assert game_times.clock_text(ms) == game_times.ClockText(main, fraction)


def test_moves_are_numbered_in_pairs():
    moves = list(game_times.move_texts(state(first="o", moves=[4, 0, 2], spent=[900, 0, 61_000])))
    assert [(move.number, move.cell, move.mark) for move in moves] == [
        ("1.", "b2", "o"),
        ("", "a3", "x"),
        ("2.", "c3", "o"),
    ]
    assert [(move.who, move.spent) for move in moves][::2] == [("bob", "0.9 s"), ("bob", "61 s")]


def test_given_moves_are_told_from_those_played():
    moves = list(game_times.move_texts(state(moves=[4, 0, 2], spent=[0, 0, 900], setup=2)))
    assert [(move.spent, move.is_given) for move in moves] == [
        ("given", True),
        ("given", True),
        ("0.9 s", False),
    ]


STAR = {"x": {"symbol": "★", "colour": ""}, "o": {"symbol": "", "colour": ""}}


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (state(), "X, alice"),
        (state(first="o"), "O, bob"),
        (state(marks=STAR), "★, alice"),
        (state(status="open", seats={"x": None, "o": None}), "X"),
        (state(swapped=True), "X"),  # alice has O now, and moved first
    ],
)
def test_the_first_mover_is_named(game, text):
    assert page_text(game).texts["first_mover"] == text


def test_an_offer_reads_differently_for_who_made_it():
    offer = {"what": "draw", "by": "o"}
    assert page_text(state(offer=offer)).texts["offer_text"] == "bob offers a draw"
    own = page_text(state(offer=offer, you=["o"]))
    assert own.texts["offer_text"] == "You offered a draw"
    assert (own.shown["withdraw"], own.shown["accept"]) == (True, False)


@pytest.mark.parametrize(
    ("game", "code", "left"),
    [
        (state(moves=[4]), "", "3 left"),
        (state(moves=[]), "nothing_to_take_back", "3 left"),
        (state(moves=[4], you=["o"]), "nothing_to_take_back", "3 left"),
        (state(moves=[4], swapped=True), "nothing_to_take_back", "3 left"),
        (state(moves=[4, 0], takebacks={"x": 0, "o": 1}), "no_takebacks_left", "0 left"),
        (state(moves=[4], takebacks=None), "takebacks_off", "off"),
        (state(moves=[4], offer={"what": "draw", "by": "o"}), "offer_pending", "3 left"),
        (state(moves=[4], you=["x", "o"], takebacks={"x": 1, "o": 0}), "", "1 left"),
        (
            state(moves=[4, 0], you=["x", "o"], takebacks={"x": 1, "o": 0}),
            "no_takebacks_left",
            "0 left",
        ),
        (finished("x", "line", you=[]), "nothing_to_take_back", "3 left"),
    ],
)
def test_a_takeback_says_how_many_are_left_and_why_it_waits(game, code, left):
    page = page_text(game)
    assert (page.refusals["takeback"], page.texts["takebacks_left"]) == (code, left)


def test_a_rematch_waits_for_another_offer_unless_it_is_the_same():
    offer = {"what": "rematch", "by": "o"}
    asked = page_text(finished("x", "line", offer=offer)).refusals
    assert (asked["rematch"], asked["same_sides"]) == ("", "offer_pending")
    own = page_text(finished("x", "line", offer=offer, you=["o"])).refusals
    assert own["rematch"] == "offer_pending"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ({}, "Swap rule: bob can take over your first mark instead of answering it."),
        ({"you": []}, "Swap rule: bob can take over the first mark instead of answering it."),
        ({"moves": [4], "swap": "o"}, "bob can take over your X or answer it."),
        (
            {"moves": [4], "swap": "o", "you": ["o"]},
            "Answer with O, or take over X and let alice answer with O.",
        ),
        ({"moves": [4], "swapped": True}, ""),
        ({"moves": [4, 0]}, ""),
        ({"swap_rule": False}, ""),
    ],
)
def test_the_swap_rule_is_explained_while_it_means_something(game, text):
    assert page_text(state(**{"swap_rule": True} | game)).texts["swap_text"] == text


@pytest.mark.parametrize(
    ("score", "you", "text"),
    [
        ((1, 0, 0), ["x"], "Game 2 of 3"),
        ((2, 0, 0), ["x"], "You win the series"),
        ((0, 2, 0), ["x"], "bob wins the series"),
        ((1, 1, 1), [], "The series is drawn"),
    ],
)
def test_a_series_says_how_far_it_is_and_who_has_won(score, you, text):
    x, o, draws = score
    decided = text[:4] != "Game"
    game = state(you=you, best_of=3, score={"x": x, "o": o, "draws": draws, "decided": decided})
    texts = page_text(game).texts
    assert [texts["detail_more"], texts["series"]] == ([text, ""] if decided else ["", text])


def test_one_game_after_another_without_an_end_is_no_series():
    score = {"x": 1, "o": 0, "draws": 0, "decided": False}
    assert page_text(state(score=score)).texts["series"] == ""


LOSES_THE_ROUND = "bob has left. If they don’t move in time, they lose the round."
SECOND_GAME = {
    "uid": "0123456789",
    "number": 2,
    "pool": "",
    "state": "going",
    "tournament": "",
    "ratings": {"x": "", "o": ""},
    "halves": None,
    "changes": {"x": None, "o": None},
    "begin_ms": 9_000,
}


def away(left: int, **changes: Any) -> GameMessage:
    return state(**{"presence": presence(o_left=left), **changes})


def lost(left: int, **changes: Any) -> GameMessage:
    return away(left, presence=presence(o_left=left, o_lost=True), **changes)


@pytest.mark.parametrize(
    ("x", "o", "you", "text"),
    [
        (1, 0, ["x"], "You won game 1. You are X now."),
        (0, 1, ["x"], "bob won game 1. You are X now."),
        (0, 0, ["o"], "Game 1 was a draw. You are O now."),
        (0, 1, [], "bob won game 1. Sides have changed."),
        (0, 0, [], "Game 1 was a draw. Sides have changed."),
    ],
)
def test_the_second_game_begins_with_what_became_of_the_first(x, o, you, text):
    score = {"x": x, "o": o, "draws": 1 - x - o, "decided": False}
    game = state(you=you, score=score, round=SECOND_GAME)
    assert page_text(game).texts["round_so_far"] == text
    assert page_text(game).shown["round_so_far"]
    for round in (SECOND_GAME | {"begin_ms": None}, SECOND_GAME | {"number": 1}):
        assert not page_text(state(you=you, score=score, round=round)).shown["round_so_far"]


@pytest.mark.parametrize(
    ("game", "text", "wait"),
    [
        (away(900, moves=[0, 1, 2]), "", None),
        (
            away(2_000, moves=[0], opponent="friend"),
            "bob has left. You can abort the game.",
            None,
        ),
        (
            away(5_500, moves=[0]),
            "bob isn’t here. If they don’t come within 15 seconds, the game is aborted and nobody"
            " loses.",
            None,
        ),
        (
            away(5_500, moves=[0], presence=presence(o_left=5_500, o_reads=True)),
            "bob has left. You can abort the game.",
            None,
        ),
        (away(2_000, moves=[0], round=SECOND_GAME), LOSES_THE_ROUND, None),
        (away(2_000, moves=[], round=SECOND_GAME), LOSES_THE_ROUND, None),
        (
            away(
                2_000,
                moves=[0],
                you=["o"],
                presence=presence(x=False, x_left=2_000),
                round=SECOND_GAME,
            ),
            "alice has left. Move, then claim the win.",
            None,
        ),
        (
            away(2_000, moves=[0, 1]),
            "bob has left. Move, then claim the win.",
            None,
        ),
        (
            away(2_000, moves=[0, 1, 2]),
            "bob has left. You can claim the win in 28 seconds.",
            28,
        ),
        (
            away(29_000, moves=[0, 1, 2]),
            "bob has left. You can claim the win in 1 second.",
            1,
        ),
        (away(99_000, moves=[0, 1, 2]), "bob has left. You can claim the win.", 0),
        (
            lost(0, moves=[0], opponent="friend"),
            "bob’s connection is lost. You can abort the game.",
            None,
        ),
        (
            lost(25_000, moves=[]),
            "bob’s connection is lost. If they aren’t back within 1 second, the game is aborted"
            " and nobody loses.",
            None,
        ),
        (
            lost(0, moves=[0, 1, 2]),
            "bob’s connection is lost. You can claim the win in 30 seconds.",
            30,
        ),
        (away(99_000, moves=[0, 1, 2], control="3d"), "", None),
        (away(99_000, moves=[0, 1, 2], you=[]), "", None),
        (away(99_000, moves=[0, 1, 2], status="finished"), "", None),
    ],
)
def test_what_can_be_done_about_one_who_left(game, text, wait):
    absence = game_times.absence(game, CLAIM_AFTER)
    assert absence == (AbsenceText(text, wait) if text else None)


# The scripts.


class Catalogue(dict[str, str]):
    """Phrases that do not read as in English, so that none can be written by hand."""

    def __init__(self) -> None:
        super().__init__({key: f"«{text}»" for key, text in phrases.PHRASES.items()})
        self.used: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.used.add(key)
        return super().__getitem__(key)


def terms() -> Iterator[dict[str, Any]]:
    controls = ["none", "60+2", "90+0", "180+30", "1d", "3d"]
    for k, control, special in product((3, 5, 10, 11, 19), controls, ([], ["swap", "best_of_3"])):
        goal = goal_text(k)
        said = {"goal": goal, "control": control_text(control), "title": capfirst(goal)}
        given = {"k": k, "control": control, "special": special}
        yield {"given": given, "said": {**said, "special": special_terms_text(special)}}


def times_left() -> Iterator[dict[str, Any]]:
    units = (SECOND, MINUTE, HOUR, DAY)
    for ms in (-1, 0, *(n * unit - less for unit in units for n in (1, 2) for less in (1, 0))):
        yield {"ms": ms, "said": left_text(ms)}


def game(seed: int) -> dict[str, Any]:
    """One game as JSON: each step as each of its readers has it."""
    steps = list(RandomGame(seed).steps())
    readers = range(len(steps[0].states))
    return {"seed": seed, "readers": [[step_for(n, step) for step in steps] for n in readers]}


def step_for(reader: int, step: Sent) -> dict[str, Any]:
    state, later = step.states[reader], step.later[reader]
    clocks = later.clock and [game_times.clock_text(ms) for ms in (later.clock.x, later.clock.o)]
    absence = game_times.absence(later, CLAIM_AFTER)
    return {
        "messages": step.messages,
        "is_whole": step.is_whole,
        "state": msgspec.to_builtins(state),
        "at": step.at,
        "elapsed": step.elapsed,
        "claim_after": CLAIM_AFTER,
        "said": {
            "page": asdict(page_text(state)),
            "absence": absence and asdict(absence),
            "clocks": clocks and [asdict(clock) for clock in clocks],
            "moves": [msgspec.to_builtins(move) for move in game_times.move_texts(state)],
            "begin": begin_text(later),
        },
    }


def keys_of_the_page() -> set[str]:
    """Every phrase that stands on the page of a game that has begun, and may change there."""
    parts = (phrases.TURNS, phrases.RESULTS, phrases.REASONS, phrases.PLAYERS, phrases.TAKEBACKS)
    keys = {key for part in (*parts, phrases.SPANS, phrases.SERIES, phrases.ROUNDS) for key in part}
    keys |= {key for key in phrases.OFFERS if key.endswith("_made")}
    keys |= {key for key in phrases.SWAP if not key.startswith("swapped")}
    keys |= {key for key in phrases.SPOKEN if key.startswith(("left_", "lost_"))}
    keys -= {"round_next_you"}  # counted down by the script alone
    return keys - {"waiting", "waiting_friend", "waiting_for", "wants_to_play"}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture(scope="module")
def cases(catalogue: Catalogue) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phrases, "PHRASES", catalogue)
        patch.setattr("games.text.wording.PHRASES", catalogue)
        return {
            "words": catalogue,
            "terms": list(terms()),
            "times_left": list(times_left()),
            "games": list(map(game, range(GAMES))),
        }


@pytest.mark.node
def test_the_scripts_say_what_the_server_says(cases, tmp_path):
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases))
    done = subprocess.run(
        [os.environ["NODE"], str(SCRIPT), str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[:5000]


def test_the_generated_games_make_the_page_say_everything_it_can(cases, catalogue):
    assert keys_of_the_page() - catalogue.used == set()
    said = [
        step["said"]["page"]
        for game in cases["games"]
        for steps in game["readers"]
        for step in steps
    ]
    refusals = {code for page in said for code in page["refusals"].values()}
    waits = {"offer_pending", "no_takebacks_left", "nothing_to_take_back", "takebacks_off"}
    assert refusals == {"", *waits}
    for key in said[0]["shown"]:
        assert {page["shown"][key] for page in said} == {True, False}


@pytest.mark.parametrize(
    ("you", "outcome", "headline"),
    [
        (["x"], "o", "You lost"),
        (["o"], "o", "You win"),
        ([], "o", "The computer wins"),
        ([], "x", "alice wins"),
    ],
)
def test_the_computer_is_the_computer_and_who_played_is_you(you, outcome, headline):
    computer = {"name": "Rules", "kind": "engine", "label": "Computer, level 3"}
    seats = {"x": {"name": "alice", "kind": "person", "label": "alice"}, "o": computer}
    over = {"status": "finished", "outcome": outcome, "termination": "line"}
    assert page_text(state(you=you, seats=seats, **over)).headline == headline
    going = page_text(state(you=["x"], seats=seats, moves=[4]))
    assert going.headline == "Computer is thinking"
