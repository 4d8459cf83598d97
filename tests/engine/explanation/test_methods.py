"""Explanations: known counts, a story that hangs together, and bounds that are told as bounds."""

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.budget import Limits
from games.engine.explanation.counts import SearchCounts, compare, counts_of
from games.engine.explanation.methods import METHODS, explain
from games.engine.search.events import Bound, Cut, Entered, Improved, Stopped, Valued, WorthSource
from games.engine.search.table import table
from tests.core.refusals import code_of_refusal
from tests.engine.positions import after, large, unfinished
from tests.engine.searches import ENDLESS, is_true


def events_of(position, method="alpha_beta", **options):
    return list(explain(position, method, limits=ENDLESS, **options))


def test_the_counts_after_the_centre_are_known():
    nodes = {name: counts.nodes for name, counts in compare(after(4), limits=ENDLESS).items()}
    assert nodes == {
        "minimax": 55_505,
        "minimax_with_table": 4_617,
        "alpha_beta": 2_459,
        "alpha_beta_with_table": 1_029,
    }


def test_the_whole_of_tic_tac_toe_takes_alpha_beta_20_866_nodes():
    counts = counts_of(explain(after(), "alpha_beta", limits=ENDLESS))
    assert (counts.nodes, counts.worth, counts.bound, counts.deepest) == (20_866, 0, "exact", 9)


def test_every_method_finds_the_same():
    for position in unfinished(number=20):
        if position.ply < 4:
            continue
        found = compare(position, limits=ENDLESS).values()
        worth = table()[position.own, position.opposing]
        assert {(counts.worth, counts.bound) for counts in found} == {(worth, Bound.EXACT)}
        assert len({counts.best for counts in found}) == 1


def test_a_short_search_is_told_in_full():
    # The side to move wins on cell 7; after cell 5 the other takes 7 and the board is full.
    events = events_of(after(4, 1, 0, 8, 2, 6, 3))
    assert events == [
        Entered((), float("-inf"), float("inf")),
        Entered((5,), float("-inf"), float("inf")),
        Entered((5, 7), float("-inf"), float("inf")),
        Valued((5, 7), 0, Bound.EXACT, WorthSource.END),
        Improved((5,), 7, 0, Bound.EXACT),
        Valued((5,), 0, Bound.EXACT, WorthSource.MOVES),
        Improved((), 5, 0, Bound.EXACT),
        Entered((7,), 0, float("inf")),
        Valued((7,), 2, Bound.EXACT, WorthSource.END),
        Improved((), 7, 2, Bound.EXACT),
        Valued((), 2, Bound.EXACT, WorthSource.MOVES),
    ]


@pytest.mark.parametrize("method", METHODS)
def test_every_node_that_is_entered_is_left_with_a_worth(method):
    inside = []
    for event in events_of(after(4, 0, 8), method):
        if isinstance(event, Entered):
            assert list(event.path[:-1]) == (list(inside[-1]) if inside else [])
            inside.append(event.path)
        elif isinstance(event, Valued):
            assert inside.pop() == event.path
        else:
            assert inside[-1] == event.path
    assert inside == []


@pytest.mark.parametrize("method", ["alpha_beta", "alpha_beta_with_table"])
def test_every_cut_says_why(method):
    cuts = 0
    for event in events_of(after(4, 0), method):
        if isinstance(event, Cut):
            cuts += 1
            is_other_side = len(event.path) % 2
            assert event.worth <= event.limit if is_other_side else event.worth >= event.limit
            assert event.skipped
            assert event.cell not in event.skipped
    assert cuts


@pytest.mark.parametrize("method", ["minimax", "minimax_with_table"])
def test_minimax_knows_every_worth_exactly(method):
    events = events_of(after(4, 0, 8), method)
    assert not any(isinstance(event, Cut) for event in events)
    assert {event.bound for event in events if isinstance(event, Valued)} == {Bound.EXACT}


@pytest.mark.parametrize("method", ["alpha_beta", "alpha_beta_with_table"])
def test_every_bound_that_is_told_holds(method):
    seen = set()
    for event in events_of(after(4, 1), method):
        if isinstance(event, Valued | Improved):
            path = event.path if isinstance(event, Valued) else (*event.path, event.cell)
            assert is_true(event.worth, event.bound, (4, 1), path)
            seen.add((type(event), event.bound))
    assert {bound for kind, bound in seen if kind is Valued} == set(Bound)
    assert {bound for kind, bound in seen if kind is Improved} == set(Bound)


def test_with_a_horizon_it_estimates():
    counts = counts_of(explain(after(), "minimax", horizon=2, limits=ENDLESS))
    assert (counts.nodes, counts.estimates, counts.deepest) == (1 + 9 + 72, 72, 2)
    assert abs(counts.worth) < 1


def test_limits_stop_it_with_a_last_word():
    events = list(explain(large(), "alpha_beta", limits=Limits(seconds=60, nodes=30)))
    assert events[-1] == Stopped()
    counts = counts_of(events)
    assert (counts.nodes, counts.worth, counts.is_complete) == (30, None, False)


def test_it_is_told_while_it_happens():
    events = explain(Position(Ruleset(19, 19, 19)), "minimax", limits=ENDLESS)
    assert isinstance(next(events), Entered)


def test_nothing_told_counts_nothing():
    assert counts_of([]) == SearchCounts()


def test_a_wrong_question_is_refused_at_once():
    over = after(0, 3, 1, 4, 2)
    assert code_of_refusal(lambda: explain(after(), "guessing")) == "unknown_method"
    assert code_of_refusal(lambda: explain(after(), "minimax", horizon=0)) == "bad_horizon"
    assert code_of_refusal(lambda: explain(over, "minimax")) == "game_over"
    impossible = Position(TIC_TAC_TOE, own=3)
    assert code_of_refusal(lambda: explain(impossible, "minimax")) == "impossible_position"
    wise = code_of_refusal(lambda: explain(after(), "minimax", heuristic="wisdom"))
    assert wise == "unknown_heuristic"
