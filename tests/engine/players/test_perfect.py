"""Every line there is against the perfect player at 3×3, and what it proves elsewhere."""

import threading
from random import Random

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits, choose
from games.engine.analysis.analyser import analyse
from games.engine.players.proving import MIN_NODES, free_of_clock
from games.engine.search import strong
from games.engine.search.full_table import LOST, full_table, number_of
from games.engine.search.proof import solve
from games.engine.search.table import best_cells, worth
from games.engine.search.value import Value
from tests.engine.clocks import FakeClock
from tests.engine.positions import random_positions

EMPTY = Position(TIC_TAC_TOE)
AMPLE = Limits(seconds=1000)


def lost_lines(position, mine, line=()):
    """Every line in which the player, to move if *mine*, is beaten, over all its equal choices."""
    if position.is_won:
        return [line] if mine else []
    lost = []
    for cell in best_cells(position) if mine and not position.is_full else position.legal_moves():
        lost += lost_lines(position.play(cell), not mine, (*line, cell))
    return lost


@pytest.mark.parametrize("moves_first", [True, False])
def test_it_never_loses_whatever_the_other_side_does(moves_first):
    assert lost_lines(EMPTY, mine=moves_first) == []


def test_it_wins_when_the_other_side_slips():
    answered_on_a_side = Position.after(TIC_TAC_TOE, [0, 1])
    assert worth(answered_on_a_side) > 0
    assert choose("perfect", answered_on_a_side) in best_cells(answered_on_a_side)


def test_every_first_move_draws_and_all_are_chosen():
    assert {choose("perfect", EMPTY, Limits(seed=seed)) for seed in range(200)} == set(range(9))


# ---- beyond 3×3 -------------------------------------------------------------------------------


def distance_before(after):
    """The full table's value of a position whose move leads to one of value *after*."""
    if after == LOST:
        return 1
    return 0 if after == 0 else 1 - after if after < 0 else -1 - after


@pytest.mark.parametrize("numbers", [(4, 3, 3), (4, 4, 4)])
def test_it_plays_a_best_move_of_small_boards(numbers):
    ruleset = Ruleset(*numbers)
    values = full_table(ruleset)
    for position in random_positions(ruleset, 60, seed=4):
        cell = choose("perfect", position, Limits(seconds=1000, seed=1))
        after = int(values[number_of(position.play(cell))])
        assert distance_before(after) == values[number_of(position)]


def test_it_wins_where_the_first_player_can():
    position = Position(Ruleset(6, 5, 4))
    while not position.is_over:
        level = "rules" if position.ply % 2 else "perfect"
        limits = Limits(seconds=1000, seed=3, nodes=300_000)
        position = position.play(choose(level, position, limits))
    assert position.is_won
    assert position.ply <= 11


def test_it_never_plays_what_is_proven_to_lose():
    enough = Limits(seconds=1000, seed=1, nodes=20_000)
    for position in random_positions(Ruleset(6, 6, 4), 10, seed=5, plies=(6, 16)):
        cell = choose("perfect", position, Limits(seconds=1000, seed=1, nodes=40_000))
        analysis = analyse(position, enough)
        losing = {move.cell for move in analysis.moves if move.value is Value.LOSS}
        assert cell not in losing or len(losing) == len(analysis.moves)


@pytest.mark.parametrize("numbers", [(19, 19, 5), (19, 3, 3), (15, 15, 6)])
def test_it_plays_where_nothing_can_be_proven(numbers):
    position = Position(Ruleset(*numbers))
    assert choose("perfect", position, Limits(seconds=0.05)) in position.legal_moves()


# ---- without time -----------------------------------------------------------------------------


def spent():
    """Limits whose time is over at the first look at their clock."""
    return Limits(seconds=0.1, seed=1, clock=FakeClock(tick=1.0))


def test_it_keeps_what_is_proven_though_its_time_was_over_before_it_began():
    for numbers in ((4, 4, 3), (5, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 4, 4), (8, 3, 4)):
        for position in random_positions(Ruleset(*numbers), 25, seed=8):
            after = position.play(choose("perfect", position, spent()))
            assert -solve(after, AMPLE).value == solve(position, AMPLE).value, repr(position)


def test_it_looks_at_some_positions_of_a_large_board_though_its_time_was_over():
    enough = Limits(seconds=1000, seed=1, nodes=MIN_NODES)
    for position in random_positions(Ruleset(15, 15, 5), 5, seed=6, plies=(4, 12)):
        assert choose("perfect", position, spent()) == strong.search(position, enough).cell


def test_it_stops_when_told_to_though_some_positions_are_free_of_the_clock():
    stop = threading.Event()
    stop.set()
    position = Position(Ruleset(5, 5, 4))
    limits = free_of_clock(position, Limits(stop=stop))
    assert solve(position, limits).nodes == 0
    assert choose("perfect", position, Limits(stop=stop)) in position.legal_moves()


def four_and_open_three(random):
    """A lost position of 15,15,5 with a four and an open three of the other side.

    And the one cell that blocks the four, whose other end is the edge of the board.
    """
    row = random.randrange(3, 12)
    four = [15 * row + column for column in range(4)]
    three = [(row + 7) % 14 * 15 + column for column in (7, 8, 9)]
    scattered = [15 * (row - above) + column for above in (2, 3) for column in range(0, 15, 3)]
    own = sum(1 << cell for cell in random.sample(scattered, 7))
    opposing = sum(1 << cell for cell in four + three)
    return Position(Ruleset(15, 15, 5), own=own, opposing=opposing), 15 * row + 4


def test_it_blocks_a_four_though_it_has_proven_that_it_loses_later():
    random = Random(1)
    for seed in range(10):
        position, block = four_and_open_three(random)
        limits = Limits(seconds=1000, seed=seed, nodes=40_000)
        assert choose("perfect", position, limits) == block
