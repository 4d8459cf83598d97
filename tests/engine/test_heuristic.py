from random import Random

import pytest
from hypothesis import given

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.heuristic import heuristic_named, worth_by_lines
from games.engine.heuristic_player import choose
from games.engine.limits import Limits
from tests.core.strategies import games
from tests.engine.boards import after, large
from tests.engine.clocks import FakeClock


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


def test_the_player_wins_where_it_can_and_blocks_where_it_must():
    assert choose(after(0, 3, 1, 4, 8), Limits(seed=1)) == 5
    assert choose(after(0, 4, 1), Limits(seed=1)) == 2


def test_the_player_begins_in_the_centre():
    assert choose(after(), Limits(seed=1)) == 4
    assert choose(after(0), Limits(seed=1)) == 4


def test_the_player_stops_in_time():
    clock = FakeClock(tick=0.01)
    assert choose(large(), Limits(seconds=0.1, clock=clock)) in large().legal_moves()
    assert clock.looks <= 24
