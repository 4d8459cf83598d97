import pytest

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.budget import Limits
from games.engine.players.tree import choose_by_alpha_beta, choose_by_heuristic, choose_by_minimax
from games.engine.search.table import best_cells
from tests.engine.clocks import FakeClock
from tests.engine.positions import after, large, unfinished

PLAYERS = [choose_by_minimax, choose_by_alpha_beta]


@pytest.mark.parametrize("choose", PLAYERS)
def test_to_the_end_of_the_game_it_plays_perfectly(choose):
    for seed, position in enumerate(unfinished(number=12)):
        limits = Limits(seconds=60, seed=seed)
        assert choose(position, limits, horizon=9, heuristic="lines") in best_cells(position)


@pytest.mark.parametrize("choose", PLAYERS)
def test_equal_moves_take_turns(choose):
    position = after(4, 0, 8)
    chosen = {
        choose(position, Limits(seconds=60, seed=seed), horizon=9, heuristic="lines")
        for seed in range(12)
    }
    assert chosen == set(best_cells(position)) == {2, 6}


@pytest.mark.parametrize("choose", PLAYERS)
def test_a_horizon_of_one_sees_its_own_win(choose):
    for heuristic in ("lines", "none"):
        limits = Limits(seed=1)
        assert choose(after(0, 3, 1, 4), limits, horizon=1, heuristic=heuristic) == 2


@pytest.mark.parametrize("choose", PLAYERS)
def test_a_horizon_of_two_sees_what_it_must_block(choose):
    for heuristic in ("lines", "none"):
        assert choose(after(0, 4, 1), Limits(seed=1), horizon=2, heuristic=heuristic) == 2


@pytest.mark.parametrize("choose", PLAYERS)
@pytest.mark.parametrize("nodes", [0, 1, 2, 50])
def test_limits_end_a_search_with_a_legal_move(choose, nodes):
    position = large()
    limits = Limits(seconds=9e9, seed=3, nodes=nodes)
    cell = choose(position, limits, horizon=4, heuristic="lines")
    assert cell in position.legal_moves()


@pytest.mark.parametrize("choose", PLAYERS)
def test_its_time_ends_a_search(choose):
    clock = FakeClock(tick=0.01)
    choose(large(), Limits(seconds=0.1, clock=clock), horizon=4, heuristic="lines")
    assert clock.looks <= 12


@pytest.mark.parametrize("choose", PLAYERS)
def test_a_heuristic_nobody_knows_is_refused(choose):
    with pytest.raises(GameError, match="unknown_heuristic"):
        choose(Position(TIC_TAC_TOE), Limits(), horizon=2, heuristic="wisdom")


def test_one_move_ahead_it_wins_where_it_can_and_blocks_where_it_must():
    assert choose_by_heuristic(after(0, 3, 1, 4, 8), Limits(seed=1)) == 5
    assert choose_by_heuristic(after(0, 4, 1), Limits(seed=1)) == 2


def test_one_move_ahead_it_begins_in_the_centre():
    assert choose_by_heuristic(after(), Limits(seed=1)) == 4
    assert choose_by_heuristic(after(0), Limits(seed=1)) == 4


def test_one_move_ahead_it_wins_rather_than_blocks():
    ruleset = Ruleset(6, 6, 4)
    both = after(0, 35, 1, 34, 2, 33, ruleset=ruleset)  # each lacks one mark
    assert choose_by_heuristic(both, Limits(seed=1)) == 3


def test_one_move_ahead_equal_moves_take_turns():
    assert {choose_by_heuristic(after(4), Limits(seed=seed)) for seed in range(20)} == {0, 2, 6, 8}
