"""Ratings by rounds find the order of players better than ratings by single games."""

from random import Random

import pytest

from games.core.rules import Ruleset
from tests.management.calling import refusal, run
from tools.rating_simulation import (
    World,
    advantage,
    correlation,
    paired,
    rank_correlation,
    simulated,
    unpaired,
)

SMALL = World(players=40, rounds=20)


def mean(games, ahead, times=4_000):
    random = Random(5)
    scores = [score for _ in range(times) for score in games(ahead, random)]
    return sum(scores) / len(scores)


def test_rank_correlation_counts_order_alone():
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 999]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.8)


def test_whoever_are_rated_alike_share_their_rank():
    assert rank_correlation([1, 2, 3, 4], [5, 5, 7, 7]) == pytest.approx(0.8944, abs=0.0001)
    assert rank_correlation([1, 2, 3, 4], [5, 7, 5, 7]) == pytest.approx(0.4472, abs=0.0001)
    assert rank_correlation([1, 2, 3], [5, 5, 5]) == 0


def test_a_round_is_one_result_and_single_games_are_two():
    assert len(paired(0, Random(1))) == 1
    assert len(unpaired(366)(0, Random(1))) == 2


def test_who_is_191_points_ahead_makes_three_quarters_of_the_points():
    assert mean(paired, 190.85) == pytest.approx(0.75, abs=0.01)
    assert mean(unpaired(0), 190.85) == pytest.approx(0.75, abs=0.01)


def test_an_advantage_of_who_begins_leaves_less_to_strength():
    board = Ruleset(6, 6, 4)
    assert advantage(board) == pytest.approx(363.2, abs=0.1)
    assert mean(unpaired(advantage(board)), 0) == pytest.approx(0.5, abs=0.01)
    assert 0.5 < mean(unpaired(advantage(board)), 190.85) < 0.7


def test_the_same_seed_gives_the_same_ratings():
    assert simulated(paired, SMALL, Random(3)) == simulated(paired, SMALL, Random(3))


def test_rounds_find_the_order_where_single_games_do_not():
    by_rounds = correlation(paired, SMALL, range(3))
    by_games = correlation(unpaired(advantage(Ruleset(6, 6, 4))), SMALL, range(3))
    assert by_rounds.least > 0.95 > by_games.mean


def test_the_command_tells_both(capsys):
    output, code = run("simulate_ratings", "--players", 20, "--rounds", 5, "--seeds", 2)
    assert code == 0
    assert [line.split()[0] for line in output.splitlines()] == ["paired", "unpaired"]
    from tools.management.commands.simulate_ratings import Command

    line = refusal(Command(), "simulate_ratings", "--board", 9, 9, 5, capsys=capsys)
    assert line.endswith("6,6,4, 7,7,4, 7,7,5, 15,15,5.")
