"""The search by proof numbers says the same as full tables, minimax and the other search."""

import numpy as np
import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.search.full_table import full_table, number_of
from games.engine.search.proof import MANY
from games.engine.search.prover import ENDLESS, Prover
from tests.engine.positions import plain_distance, quiet_positions, random_positions, reachable

FOREVER = np.zeros(1, np.uint8)
STOPPED = np.ones(1, np.uint8)


def ever_wins(prover, position, *, mover, nodes=MANY, stop=FOREVER):
    return prover.ever_wins(position, mover=mover, nodes=nodes, stop=stop)


def value(prover, position):
    """1 if the side to move wins, -1 if the other side does, 0 for a draw."""
    wins, loses = (ever_wins(prover, position, mover=mover) for mover in (True, False))
    assert not (wins and loses)
    return wins - loses


@pytest.mark.slow
def test_every_position_of_tic_tac_toe_has_its_value():
    values, prover = full_table(TIC_TAC_TOE), Prover(TIC_TAC_TOE, 10)
    for position in reachable(TIC_TAC_TOE):
        if not position.is_over:
            assert value(prover, position) == np.sign(values[number_of(position)])


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [(4, 3, 3), (4, 4, 4), (3, 5, 3), (5, 3, 4)])
def test_random_positions_of_small_boards_have_their_values(numbers):
    ruleset = Ruleset(*numbers)
    values, prover = full_table(ruleset), Prover(ruleset, 12)
    for position in random_positions(ruleset, 400, seed=3):
        assert value(prover, position) == np.sign(values[number_of(position)])


@pytest.mark.parametrize("numbers", [(5, 5, 4), (8, 4, 4), (6, 6, 5), (8, 8, 5), (13, 5, 5)])
def test_late_positions_of_larger_boards_have_their_values(numbers):
    ruleset = Ruleset(*numbers)
    prover = Prover(ruleset, 12)
    for position in quiet_positions(ruleset, 15, seed=4, ply=ruleset.cells - 8):
        assert value(prover, position) == np.sign(plain_distance(position))


@pytest.mark.parametrize("numbers", [(5, 5, 4), (6, 5, 4), (7, 6, 5)])
def test_both_searches_agree_where_games_are_young(numbers):
    ruleset = Ruleset(*numbers)
    prover = Prover(ruleset, 16)
    for position in random_positions(ruleset, 20, seed=5, plies=(2, 8)):
        for mover in (True, False):
            other = prover.wins_within(
                position, mover=mover, plies=ENDLESS, nodes=MANY, stop=FOREVER
            )
            assert ever_wins(prover, position, mover=mover) == other


def test_a_table_that_is_far_too_small_costs_time_but_no_truth():
    for numbers, first_wins in (((5, 5, 4), False), ((6, 5, 4), True)):
        ruleset = Ruleset(*numbers)
        assert ever_wins(Prover(ruleset, 9), Position(ruleset), mover=True) is first_wins


def test_a_search_that_is_stopped_says_nothing():
    ruleset = Ruleset(8, 8, 5)
    prover = Prover(ruleset, 12)
    assert ever_wins(prover, Position(ruleset), mover=True, stop=STOPPED) is None
    for nodes in (0, 1, 100, 5000):
        before = prover.nodes
        assert ever_wins(prover, Position(ruleset), mover=True, nodes=nodes) is None
        assert prover.nodes - before <= nodes + ruleset.cells
