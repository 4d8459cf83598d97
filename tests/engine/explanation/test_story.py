"""The story of a search: a tree that hangs together, of which every bound is true."""

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.budget import Limits
from games.engine.explanation.counts import counts_of
from games.engine.explanation.methods import METHODS, explain
from games.engine.explanation.steps import StepKind
from games.engine.explanation.story import (
    DEEPEST_TOLD,
    MAX_NODES,
    MAX_NODES_TO_THE_END,
    MINIMAX_OF_EMPTY,
    STORIES,
    Node,
    count,
    horizon_for,
    tell,
)
from games.engine.search.events import Bound
from tests.core.refusals import code_of_refusal
from tests.engine.positions import after
from tests.engine.searches import ENDLESS, is_true


def nodes_of(node: Node) -> list[Node]:
    return [node, *(inner for child in node.children for inner in nodes_of(child))]


@pytest.mark.parametrize("cells", [(4,), (4, 0), (0, 1, 4, 8), (4, 1, 0, 8, 2, 6, 3)])
@pytest.mark.parametrize("method", STORIES)
def test_what_it_says_of_a_node_is_true(cells, method):
    for node in nodes_of(tell(after(*cells), method, ENDLESS).root):
        if node.worth is None:
            assert node.is_cut
        else:
            assert is_true(node.worth, node.bound, cells, node.path)


def test_the_preferred_line_is_worth_what_the_root_is():
    root = tell(after(4, 1, 0, 8), "alpha_beta", ENDLESS).root
    preferred = [node for node in nodes_of(root) if node.is_preferred]
    assert [len(node.path) for node in preferred] == [0, 1, 2]
    assert {(node.worth, node.bound) for node in preferred} == {(3, Bound.EXACT)}


def test_every_step_is_about_a_node_that_is_told():
    story = tell(after(4), "alpha_beta", ENDLESS)
    paths = {node.path for node in nodes_of(story.root)}
    assert {step.path for step in story.steps} <= paths
    assert max(map(len, paths)) == DEEPEST_TOLD
    assert (story.steps[-1].kind, story.steps[-1].path) == (StepKind.DONE, ())
    valued = [step.path for step in story.steps if step.kind in (StepKind.VALUED, StepKind.DONE)]
    assert sorted(valued) == sorted(n.path for n in nodes_of(story.root) if n.worth is not None)


def test_it_counts_the_whole_search():
    assert tell(after(), "alpha_beta", ENDLESS).counts.nodes == 20_866
    assert count(after(4), "alpha_beta_with_table", ENDLESS).nodes == 1_029


@pytest.mark.parametrize("method", METHODS)
def test_no_method_takes_more_than_it_may(method):
    for cell in (0, 1, 4):  # the others are these, turned
        assert count(after(cell), method, ENDLESS).nodes <= MAX_NODES_TO_THE_END
    assert count(Position(Ruleset(5, 5, 4)), method, ENDLESS).nodes <= MAX_NODES


@pytest.mark.parametrize("numbers", [(4, 4, 3), (5, 5, 4), (6, 6, 4)])
def test_large_boards_end_at_a_horizon_and_the_tree_stays_small(numbers):
    position = Position(Ruleset(*numbers))
    story = tell(position, "alpha_beta", ENDLESS)
    assert story.horizon == horizon_for(position) >= 2
    assert story.counts.is_complete
    assert len(nodes_of(story.root)) <= 130


def test_without_time_it_says_that_it_was_stopped():
    story = tell(after(4), "alpha_beta", Limits(seconds=0))
    assert not story.counts.is_complete
    assert story.is_stopped
    assert story.root.worth is None


def test_a_game_that_is_over_has_no_story():
    assert code_of_refusal(lambda: tell(after(0, 3, 1, 4, 2), "alpha_beta", ENDLESS)) == "game_over"


@pytest.mark.slow
def test_what_minimax_takes_for_the_empty_board_is_kept_as_it_is_found():
    found = counts_of(explain(Position(TIC_TAC_TOE), "minimax", limits=ENDLESS))
    assert found == MINIMAX_OF_EMPTY
    assert count(Position(TIC_TAC_TOE), "minimax", Limits(seconds=0)).nodes == 549_946


@pytest.mark.parametrize(("cell", "nodes"), [(0, 59_705), (1, 63_905), (4, 55_505)])
def test_minimax_is_counted_to_the_end_after_the_first_mark(cell, nodes):
    counts = count(Position(TIC_TAC_TOE).play(cell), "minimax", ENDLESS)
    assert (counts.nodes, counts.is_complete) == (nodes, True)
