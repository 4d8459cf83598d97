from collections import Counter

import pytest

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.engine.budget import Limits
from games.engine.players.blind import choose_at_random, choose_by_weights, usual_weights
from tests.engine.positions import after, large


def test_by_chance_every_free_cell_is_chosen_about_equally_often():
    position = after(4, 0)
    counts = Counter(choose_at_random(position, Limits(seed=seed)) for seed in range(700))
    assert set(counts) == set(position.legal_moves())
    assert min(counts.values()) > 60


def test_the_usual_weights_are_those_of_the_field():
    assert usual_weights(TIC_TAC_TOE) == (4, 3, 4, 3, 5, 3, 4, 3, 4)


def test_the_heaviest_free_cell_is_marked():
    assert choose_by_weights(after(), Limits()) == 4
    assert {choose_by_weights(after(4), Limits(seed=seed)) for seed in range(30)} == {0, 2, 6, 8}


def test_it_sees_neither_wins_nor_threats():
    assert choose_by_weights(after(3, 0, 5, 2, 8), Limits(seed=1)) == 4  # it would have won with b3
    assert choose_by_weights(after(4, 3, 0, 5), Limits(seed=1)) in (2, 6, 8)


def test_on_a_large_board_it_fills_the_middle():
    row, column = divmod(choose_by_weights(large(), Limits(seed=1)), 15)
    assert 4 <= row <= 10
    assert 4 <= column <= 10


def test_any_weights_can_be_given():
    assert choose_by_weights(after(4), Limits(), weights=range(9)) == 8


@pytest.mark.parametrize("number", [1, 8, 10])
def test_weights_for_another_board_are_refused(number):
    with pytest.raises(GameError, match="wrong_number_of_weights"):
        choose_by_weights(after(), Limits(), weights=[1] * number)
    with pytest.raises(GameError, match="wrong_number_of_weights"):
        choose_by_weights(after(ruleset=Ruleset(4, 4, 4)), Limits(), weights=range(9))
