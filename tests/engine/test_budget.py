import threading

import pytest

from games.engine.budget import Budget, Limits, OutOfBudget
from tests.engine.clocks import FakeClock


def spend_all(budget, most=10_000):
    """How many positions the budget paid for."""
    for count in range(most):
        try:
            budget.spend()
        except OutOfBudget:
            return count
    return most


def test_nodes_are_counted():
    budget = Budget(Limits(nodes=25, clock=FakeClock()))
    assert spend_all(budget) == 25
    assert budget.nodes == 25
    assert budget.is_spent


def test_time_ends_a_budget():
    clock = FakeClock()
    budget = Budget(Limits(seconds=0.5, clock=clock))
    budget.spend()
    clock.now = 0.49
    budget.spend()
    clock.now = 0.5
    with pytest.raises(OutOfBudget):
        budget.spend()


def test_time_counts_from_the_budgets_making():
    clock = FakeClock()
    clock.now = 1_000.0
    assert not Budget(Limits(seconds=0.5, clock=clock)).is_spent


def test_a_stop_flag_ends_a_budget_at_once():
    stop = threading.Event()
    budget = Budget(Limits(stop=stop, clock=FakeClock()))
    budget.spend()
    stop.set()
    with pytest.raises(OutOfBudget):
        budget.spend()


def test_no_time_at_all_pays_for_nothing():
    assert spend_all(Budget(Limits(seconds=0, clock=FakeClock()))) == 0
    assert spend_all(Budget(Limits(nodes=0, clock=FakeClock()))) == 0


def test_the_share_spent_is_that_of_the_scarcer_good():
    clock = FakeClock()
    budget = Budget(Limits(seconds=2, nodes=10, clock=clock))
    assert budget.share_spent == 0
    clock.now = 1.0
    assert budget.share_spent == 0.5
    for _ in range(8):
        budget.spend()
    assert budget.share_spent == 0.8
    clock.now = 9.0
    assert budget.share_spent == 1


def test_nothing_given_is_wholly_spent():
    assert Budget(Limits(seconds=0, clock=FakeClock())).share_spent == 1
    assert Budget(Limits(nodes=0, clock=FakeClock())).share_spent == 1
