"""Minimax and alpha-beta: known counts, and the same worths as a table and a plain minimax."""

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.budget import Limits, OutOfBudget
from games.engine.search.alpha_beta import AlphaBeta
from games.engine.search.minimax import Minimax
from games.engine.search.table import table
from tests.engine.positions import unfinished
from tests.engine.searches import counted, plain_worth, searching, worth_of

EMPTY = Position(TIC_TAC_TOE)
KINDS = [(Minimax, False), (Minimax, True), (AlphaBeta, False), (AlphaBeta, True)]


def make_search(kind, with_table, **options):
    return searching(kind, table={} if with_table else None, **options)


def test_with_a_table_minimax_meets_every_position():
    positions = {}
    counted(searching(Minimax, table=positions).search(EMPTY))
    assert len(positions) == 5_478
    assert positions == table()


@pytest.mark.parametrize(("kind", "with_table"), KINDS)
def test_the_worth_is_that_of_the_table(kind, with_table):
    worths = table()
    for position in unfinished(number=30):
        if position.ply < 3:  # a plain minimax takes its time
            continue
        worth = worth_of(make_search(kind, with_table).search(position))
        assert worth == worths[position.own, position.opposing]


@pytest.mark.parametrize(("kind", "with_table"), KINDS)
@pytest.mark.parametrize("horizon", [1, 2, 3])
def test_with_a_horizon_the_worth_is_that_of_a_plain_minimax(kind, with_table, horizon):
    for position in unfinished(number=6, ruleset=Ruleset(4, 3, 3), seed=horizon):
        worth = worth_of(make_search(kind, with_table, horizon=horizon).search(position))
        assert worth == plain_worth(position, horizon=horizon)


@pytest.mark.parametrize("kind", [Minimax, AlphaBeta])
def test_a_search_without_budget_says_so(kind):
    with pytest.raises(OutOfBudget):
        counted(searching(kind, limits=Limits(seconds=9e9, nodes=10)).search(EMPTY))
