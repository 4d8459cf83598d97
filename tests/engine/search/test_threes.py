"""Wins by threes are wins, are found again, and keep to their limits."""

import math
from threading import Event

import numpy as np
import pytest

from games.core.errors import GameError
from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.analysis.threat_verification import verify
from games.engine.kernels.threat_proofs import NONE
from games.engine.search.proof import solve
from games.engine.search.threat_trees import NodeKind
from games.engine.search.threes import ThreatSearcher, can_search, win_by_threes
from games.engine.search.value import Value
from tests.engine.positions import board, quiet_positions
from tests.engine.threat_positions import known_positions

AMPLE = Limits(math.inf, nodes=2_000)
EXACT = Limits(math.inf, nodes=300_000)

# Two open twos cross in an empty cell: a double three, which no four begins.
TWO_TWOS = board(
    "o.............o",
    *["..............."] * 5,
    "......xx.......",
    "...............",
    "........x......",
    "........x......",
    *["..............."] * 4,
    "o.............o",
    k=5,
)


# A win by fours: each question about it keeps a proof at once, without a search.
OPEN_THREE = board(*["..............."] * 7, "......xxx......", *["..............."] * 7, k=5)


def test_many_questions_end_where_no_more_proofs_can_be_kept():
    most = 1_500
    searcher = ThreatSearcher(OPEN_THREE, 100, most, np.zeros(1, np.uint8))
    found = [searcher.win(100) for _ in range(most)]
    asked = found.index(NONE)
    assert asked > 1
    assert max(found) < most
    assert found[asked:] == [NONE] * (most - asked)
    searcher.forget()
    assert searcher.win(100) != NONE


def test_a_win_is_found_again_where_a_mark_does_not_spoil_it():
    searcher = ThreatSearcher(OPEN_THREE, 100, 1_500, np.zeros(1, np.uint8))
    earlier = searcher.win(100)
    assert searcher.win_again(NONE, 10) == NONE
    searcher.toggle(0, 1)
    assert searcher.win_again(earlier, 10) != NONE
    beside = 7 * 15 + 5, 7 * 15 + 9
    for cell in beside:
        searcher.toggle(cell, 1)
    assert searcher.win_again(earlier, 10) == NONE


def test_what_an_earlier_win_keeps_from_being_found_is_found_without_it():
    moves = [73, 17, 44, 55, 33, 28, 3, 77, 23, 72, 30, 63, 27, 79]
    position, reply = Position.after(Ruleset(9, 9, 5), moves), 61
    searcher = ThreatSearcher(position, 2_000, 100_000, np.zeros(1, np.uint8))
    earlier = searcher.win(2_000)
    searcher.toggle(reply, 1)
    assert searcher.win(100, (earlier,), 400) == NONE
    found = searcher.win_anyway(100, (earlier,), 400)
    verify(
        Position(position.ruleset, position.own, position.opposing | 1 << reply),
        searcher.tree(found),
    )
    assert searcher.win_anyway(5, (earlier,), 400) == NONE


@pytest.mark.parametrize(
    ("numbers", "ply", "least"),
    [((5, 5, 4), 6, 3), ((6, 5, 4), 4, 10), ((7, 7, 4), 4, 20), ((7, 7, 5), 14, 2),
     ((8, 8, 5), 16, 5), ((8, 6, 5), 14, 2)],
)  # fmt: skip
def test_what_it_claims_the_exact_search_proves(numbers, ply, least):
    found = 0
    for position in quiet_positions(Ruleset(*numbers), 60, seed=4, ply=ply):
        tree = win_by_threes(position, AMPLE)
        if tree is None:
            continue
        verify(position, tree)
        proof = solve(position, EXACT)
        if proof.value is not None:
            found += 1
            assert proof.value is Value.WIN
            assert proof.plies is None or proof.plies <= tree.within
    assert found >= least


def test_a_double_three_wins():
    tree = win_by_threes(TWO_TWOS, AMPLE)
    assert tree.nodes[-1].kind is NodeKind.MOVE
    assert tree.within == verify(TWO_TWOS, tree).plies
    assert tree.within <= 9


def test_its_line_can_be_played_and_ends_in_a_win():
    for position in known_positions()[::50]:
        tree = win_by_threes(position, AMPLE)
        assert tree.line[0] == tree.cell
        after = position
        for cell in tree.line[:-1]:
            after = after.play(cell)
        assert len(tree.line) <= tree.within
        assert after.play(tree.line[-1]).is_won or after.wins_at(tree.line[-1])


def test_the_same_question_gets_the_same_answer():
    position = known_positions()[3]
    assert win_by_threes(position, AMPLE) == win_by_threes(position, AMPLE)


def test_with_few_positions_or_none_it_finds_nothing():
    position = known_positions()[3]
    assert win_by_threes(position, Limits(math.inf, nodes=0)) is None
    assert win_by_threes(position, Limits(math.inf, nodes=5)) is None


def test_it_ends_when_it_is_stopped():
    stop = Event()
    stop.set()
    assert win_by_threes(known_positions()[3], Limits(math.inf, stop=stop)) is None


def test_quiet_positions_are_no_wins():
    assert win_by_threes(Position(Ruleset(15, 15, 5)).play(112), AMPLE) is None


def test_three_in_a_row_is_left_to_the_exact_search():
    assert not can_search(Ruleset(15, 15, 3))
    with pytest.raises(GameError, match="unsupported_ruleset"):
        win_by_threes(Position(Ruleset(15, 15, 3)), AMPLE)
