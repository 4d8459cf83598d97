from random import Random

import pytest
from hypothesis import given

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.search.worth import heuristic_named, worth_by_lines, worths_of_moves
from tests.core.strategies import games
from tests.engine.positions import after, unfinished


@given(games(largest=9))
def test_an_estimate_is_never_certain(game):
    assert -1 < worth_by_lines(Position.after(*game)) < 1


def test_the_empty_board_is_even():
    assert worth_by_lines(Position(TIC_TAC_TOE)) == 0


def test_a_line_to_complete_outweighs_everything():
    ruleset = Ruleset(6, 6, 4)
    ready = after(0, 35, 1, 34, 2, 33, ruleset=ruleset)
    assert worth_by_lines(ready) > 0.01
    assert worth_by_lines(ready.play(3 + 6)) > 0.01  # now the other side completes one


def test_chance_answers_where_there_is_no_heuristic():
    answers = {heuristic_named("none", Random(seed))(after(4)) for seed in range(9)}
    assert len(answers) == 9
    assert all(-1 < answer < 1 for answer in answers)


def test_a_heuristic_nobody_knows_is_refused():
    with pytest.raises(GameError, match="unknown_heuristic"):
        heuristic_named("wisdom", Random(1))


@pytest.mark.parametrize("numbers", [(3, 3, 3), (4, 3, 3), (7, 6, 4), (19, 19, 19)])
def test_moves_are_worth_what_the_positions_after_them_are(numbers):
    for position in unfinished(number=10, ruleset=Ruleset(*numbers)):
        worths = dict(worths_of_moves(position))
        assert tuple(worths) == position.legal_moves()
        for cell, worth in worths.items():
            assert worth == pytest.approx(-worth_by_lines(position.play(cell)), abs=1e-15)
