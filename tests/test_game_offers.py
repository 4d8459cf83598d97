"""What the game page says of offers, the swap rule and series without its scripts."""

from __future__ import annotations

import pytest

from games.templatetags import game_offers
from tests.test_game_page import finished, state


def test_an_offer_reads_differently_for_who_made_it():
    offer = {"what": "draw", "by": "o"}
    assert game_offers.offer_text(state(offer=offer)) == "bob offers a draw"
    assert game_offers.offer_text(state(offer=offer, you=["o"])) == "You offered a draw"


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
    takeback = game_offers.takeback(game)
    assert (takeback["code"], takeback["left"]) == (code, left)
    assert bool(takeback["text"]) is bool(code)


def test_a_rematch_waits_for_another_offer_unless_it_is_the_same():
    over = finished("x", "line", offer={"what": "rematch", "by": "o"})
    assert game_offers.rematch_refusal(over, "rematch")["code"] == ""
    assert game_offers.rematch_refusal(over, "same_sides")["code"] == "offer_pending"
    assert game_offers.rematch_refusal(over | {"you": ["o"]}, "rematch")["code"] == "offer_pending"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ({}, "Swap rule: bob can take over your first mark instead of answering it."),
        ({"you": []}, "Swap rule: bob can take over the first mark instead of answering it."),
        ({"moves": [4], "swap": "o"}, "bob can take over your X or answer it."),
        (
            {"moves": [4], "swap": "o", "you": ["o"]},
            "Play on with O, or take over X; then alice answers with O.",
        ),
        ({"moves": [4], "swapped": True}, ""),
        ({"moves": [4, 0]}, ""),
        ({"swap_rule": False}, ""),
    ],
)
def test_the_swap_rule_is_explained_while_it_means_something(game, text):
    assert game_offers.swap_text(state(**{"swap_rule": True} | game)) == text


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
    assert game_offers.series_text(game) == text


def test_one_game_after_another_without_an_end_is_no_series():
    assert (
        game_offers.series_text(state(score={"x": 1, "o": 0, "draws": 0, "decided": False})) == ""
    )
