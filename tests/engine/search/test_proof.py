"""What is proven is true: against full tables, against plain minimax, and as published."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits, choose
from games.engine.analysis.analyser import analyse
from games.engine.search.full_table import LOST, full_table, number_of
from games.engine.search.full_table import MAX_CELLS as MAX_CELLS_OF_A_TABLE
from games.engine.search.inquiry import Inquiry
from games.engine.search.proof import MANY, Proof, ProofKind, solve
from games.engine.search.prover import Prover
from games.engine.search.table import table
from games.engine.search.value import Value
from games.text.solved_games import known_value
from tests.core.refusals import code_of_refusal
from tests.core.strategies import games
from tests.engine.clocks import FakeClock
from tests.engine.positions import plain_distance, quiet_positions, random_positions, reachable

AMPLE = Limits(seconds=1000)
SPENT = Limits(seconds=0)


FOREVER = np.zeros(1, np.uint8)


def solved(prover, position):
    """What is proven as one number: d plies to win, -d to lose, 0 for a draw."""
    inquiry = Inquiry(prover, position)
    inquiry.settle(MANY, FOREVER)
    assert inquiry.is_settled
    return 0 if inquiry.value is Value.DRAW else inquiry.value * inquiry.plies


# ---- against full tables ----------------------------------------------------------------------


def test_the_full_table_agrees_with_the_readable_one():
    values = full_table(TIC_TAC_TOE)
    for (own, opposing), worth in table(TIC_TAC_TOE).items():
        position = Position(TIC_TAC_TOE, own, opposing)
        plies = 10 - abs(worth) - position.ply
        expected = 0 if worth == 0 else plies if worth > 0 else -plies
        assert values[number_of(position)] == (LOST if position.is_won else expected)


def test_every_position_of_tic_tac_toe_is_solved_exactly():
    values, prover = full_table(TIC_TAC_TOE), Prover(TIC_TAC_TOE, 14)
    for position in reachable(TIC_TAC_TOE):
        if not position.is_over:
            assert solved(prover, position) == values[number_of(position)]


@pytest.mark.parametrize("numbers", [(4, 3, 3), (4, 4, 4), (3, 5, 3), (5, 3, 4)])
def test_random_positions_of_small_boards_are_solved_exactly(numbers):
    ruleset = Ruleset(*numbers)
    assert ruleset.cells <= MAX_CELLS_OF_A_TABLE
    values, prover = full_table(ruleset), Prover(ruleset, 16)
    for position in random_positions(ruleset, 400, seed=1):
        assert solved(prover, position) == values[number_of(position)]


# ---- against plain minimax --------------------------------------------------------------------


@pytest.mark.parametrize(
    "numbers", [(5, 5, 4), (6, 5, 4), (8, 4, 4), (6, 6, 5), (8, 8, 5), (16, 4, 5), (8, 8, 8)]
)
def test_late_positions_of_larger_boards_are_solved_exactly(numbers):
    ruleset = Ruleset(*numbers)
    prover = Prover(ruleset, 14)
    for position in quiet_positions(ruleset, 25, seed=1, ply=ruleset.cells - 8):
        assert solved(prover, position) == plain_distance(position)


@pytest.mark.parametrize("numbers", [(9, 9, 5), (19, 19, 6), (13, 5, 5), (19, 19, 19), (13, 7, 7)])
def test_late_positions_beyond_64_cells_are_solved_exactly(numbers):
    ruleset = Ruleset(*numbers)
    prover = Prover(ruleset, 14)
    for position in quiet_positions(ruleset, 5, seed=1, ply=ruleset.cells - 7):
        assert solved(prover, position) == plain_distance(position)


# ---- as published -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "plies"),
    [
        ((4, 3, 3), 7),
        ((5, 3, 3), 7),
        ((4, 4, 3), 5),
        ((5, 5, 3), 5),
        ((8, 8, 3), 5),
        ((6, 5, 4), 11),
        ((6, 6, 4), 11),
        ((7, 5, 4), 11),
        ((8, 8, 4), 11),
    ],
)
def test_the_first_player_wins_in_as_many_plies_as_published(numbers, plies):
    proof = solve(Position(Ruleset(*numbers)), AMPLE)
    assert (proof.value, proof.plies) == (Value.WIN, plies)


@pytest.mark.parametrize(
    "numbers",
    [(3, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 4, 4), (5, 5, 5), (6, 6, 5), (7, 6, 5)],
)
def test_draws_are_as_published(numbers):
    proof = solve(Position(Ruleset(*numbers)), AMPLE)
    assert (proof.value, proof.plies) == (Value.DRAW, None)


@pytest.mark.parametrize(
    "numbers", [(7, 7, 6), (9, 7, 6), (8, 8, 7), (8, 8, 8), (12, 5, 5), (16, 4, 5)]
)
def test_whatever_is_proven_agrees_with_what_is_known(numbers):
    ruleset = Ruleset(*numbers)
    proof = solve(Position(ruleset), Limits(seconds=1000, nodes=20_000))
    known = known_value(ruleset)
    if proof.value is not None and known is not None:
        assert proof.value is (Value.WIN if known.value == "first" else Value.DRAW)


# ---- what a proof says ------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (6, 5, 4)])
def test_the_line_is_a_perfect_game(numbers):
    ruleset = Ruleset(*numbers)
    proof = solve(Position(ruleset), AMPLE)
    end = Position.after(ruleset, proof.line)
    assert end.is_over
    assert len(proof.line) == (proof.plies or ruleset.cells)
    assert end.is_won == (proof.value is not Value.DRAW)


def test_a_loss_is_delayed_by_its_line():
    position = Position.after(TIC_TAC_TOE, [0, 1, 4])
    proof = solve(position, AMPLE)
    assert (proof.value, proof.plies) == (Value.LOSS, 4)
    assert Position.after(TIC_TAC_TOE, [0, 1, 4, *proof.line]).is_won
    assert len(proof.line) == 4


def test_a_game_that_is_over_needs_no_search():
    won = solve(Position.after(TIC_TAC_TOE, [0, 3, 1, 4, 2]), SPENT)
    assert won == Proof(Value.LOSS, 0, (), ProofKind.OVER, 0)
    full = solve(Position.after(TIC_TAC_TOE, [0, 1, 2, 4, 3, 5, 7, 6, 8]), SPENT)
    assert full == Proof(Value.DRAW, None, (), ProofKind.OVER, 0)


@pytest.mark.parametrize(
    ("own", "opposing"),
    [
        (0b1, 0b1),  # two marks in a cell
        (0, 0b1111),  # four marks to none
        (0b111, 0b111000),  # who is to move has won already
        (0, 1 << 9),  # off the board
        (-1, 0),
    ],
)
def test_a_position_that_no_game_leads_to_is_refused(own, opposing):
    position = Position(TIC_TAC_TOE, own, opposing)
    asked = (
        lambda: solve(position),
        lambda: analyse(position),
        lambda: choose("perfect", position),
    )
    assert {code_of_refusal(ask) for ask in asked} == {"impossible_position"}


# ---- limits -----------------------------------------------------------------------------------


def test_without_time_nothing_is_claimed():
    proof = solve(Position(Ruleset(7, 7, 5)), SPENT)
    assert proof == Proof(None, None, (), ProofKind.OPEN, 0)


def test_nodes_are_a_limit():
    for nodes in (0, 1, 10, 1000):
        proof = solve(Position(Ruleset(8, 8, 5)), Limits(seconds=1000, nodes=nodes))
        assert proof.value is None
        assert proof.nodes <= nodes


def test_a_search_can_be_stopped_from_outside():
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    proof = solve(Position(Ruleset(8, 8, 5)), Limits(seconds=1000, stop=stop))
    timer.join()
    assert proof.kind is ProofKind.OPEN


def test_a_clock_of_the_limits_own_ends_the_search():
    proof = solve(Position(Ruleset(8, 8, 5)), Limits(seconds=1, clock=FakeClock(tick=0.25)))
    assert proof.kind is ProofKind.OPEN


def test_a_board_too_large_is_not_claimed():
    proof = solve(Position(Ruleset(19, 19, 5)), AMPLE)
    assert proof == Proof(None, None, (), ProofKind.OPEN, 0)


def test_threats_decide_on_every_board():
    for m, n in ((8, 8), (19, 19)):
        row = [0, m, 1, m + 1, 2, m + 2]
        own = solve(Position.after(Ruleset(m, n, 4), row), AMPLE)
        assert (own.value, own.plies, own.line) == (Value.WIN, 1, (3,))
        apart = solve(Position.after(Ruleset(m, n, 4), [0, 4, 1, 5, 2, 6]), AMPLE)
        assert (apart.value, apart.plies, apart.line) == (Value.WIN, 1, (3,))
        double = solve(Position.after(Ruleset(m, n, 4), [1, m * 2, 2, m * 3 + 4, 3]), AMPLE)
        assert (double.value, double.plies, len(double.line)) == (Value.LOSS, 2, 2)


def test_the_same_limits_give_the_same_proof():
    position = Position(Ruleset(5, 5, 4))
    assert solve(position, AMPLE) == solve(position, AMPLE)


@given(games(largest=19), st.integers(0, 300))
def test_no_position_and_no_limits_break_it(game, nodes):
    position = Position.after(*game)
    proof = solve(position, Limits(seconds=1000, nodes=nodes))
    assert proof.nodes <= nodes
    if proof.value is Value.WIN and proof.plies is not None:
        assert proof.plies % 2 == 1
    if proof.value is Value.LOSS and proof.plies is not None:
        assert proof.plies % 2 == 0
