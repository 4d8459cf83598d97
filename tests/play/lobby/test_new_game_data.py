"""What the script of the form for a new game looks up says the same as the server."""

import json

import pytest

from games.core.rules import Ruleset
from games.play.lobby.tags import new_game_data
from games.text.solved_games import swap_refusal
from games.text.wording import known_text, swap_text


def test_it_is_small_enough_to_come_with_the_form():
    assert len(json.dumps(new_game_data())) < 8_000


@pytest.mark.parametrize("numbers", [(3, 3, 3), (4, 9, 4), (5, 6, 4), (19, 3, 7), (12, 12, 5)])
def test_the_truths_lead_to_the_servers_sentence(numbers):
    ruleset = Ruleset(*numbers)
    assert _looked_up(ruleset) == known_text(ruleset)


def _looked_up(ruleset):
    data = new_game_data()
    numbers = (ruleset.k, max(ruleset.m, ruleset.n), min(ruleset.m, ruleset.n))
    for truth in data["truths"]:
        spans = (truth["k"], truth["long"], truth["short"])
        if all(a <= number <= b for number, (a, b) in zip(numbers, spans, strict=True)):
            return truth["text"]
    return data["unknown"]


def test_the_swap_rule_is_offered_where_the_server_accepts_it():
    for truth in new_game_data()["truths"]:
        assert truth["first"] is ("first player always wins" in truth["text"])


@pytest.mark.parametrize("numbers", [(6, 6, 4), (5, 7, 4), (8, 5, 3), (9, 5, 3), (15, 15, 5)])
def test_what_the_swap_rule_makes_of_a_board_is_what_the_server_says(numbers):
    ruleset, data = Ruleset(*numbers), new_game_data()
    numbers = (ruleset.k, max(ruleset.m, ruleset.n), min(ruleset.m, ruleset.n))
    fairness = next(
        (
            one["fairness"]
            for one in data["swaps"]
            if all(
                least <= number <= most
                for number, (least, most) in zip(
                    numbers, (one["k"], one["long"], one["short"]), strict=True
                )
            )
        ),
        "open",
    )
    assert data["swap_texts"][fairness] == swap_text(ruleset)
    assert (fairness == "unfair") is (swap_refusal(ruleset) == "swap_unfair")
