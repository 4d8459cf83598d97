"""Wins by threats are wins: against the exact search, and against every defence."""

from random import Random

import pytest

from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.analysis.analyser import analyse
from games.engine.analysis.threat_verification import verify
from games.engine.search.glance import blocking_cells, passed
from games.engine.search.proof import solve
from games.engine.search.strong import forced_line
from games.engine.search.threats import moves_lost_to_threats, win_by_threats
from games.engine.search.threes import win_by_threes
from games.engine.search.value import Value
from tests.engine.positions import TWO_ROWS, quiet_positions, random_positions

AMPLE = Limits(seconds=1000)


@pytest.mark.parametrize(
    "numbers", [(4, 3, 3), (5, 5, 3), (5, 5, 4), (6, 6, 4), (6, 6, 5), (3, 7, 4)]
)
def test_what_it_claims_the_exact_search_proves(numbers):
    found = 0
    for position in random_positions(Ruleset(*numbers), 150, seed=1, plies=(4, 18)):
        if won := win_by_threats(position, AMPLE):
            found += 1
            proof = solve(position, AMPLE)
            assert (proof.value, proof.plies <= won.within) == (Value.WIN, True)
            after = solve(position.play(won.cell), AMPLE)
            assert (after.value, after.plies <= won.within - 1) == (Value.LOSS, True)
    assert found > 5


@pytest.mark.parametrize("numbers", [(5, 5, 4), (6, 6, 4)])
def test_moves_it_calls_lost_are_lost(numbers):
    found = 0
    for position in quiet_positions(Ruleset(*numbers), 40, seed=2, ply=9):
        for cell, within in moves_lost_to_threats(position, AMPLE).items():
            found += 1
            proof = solve(position.play(cell), AMPLE)
            assert (proof.value, proof.plies < within) == (Value.WIN, True)
    assert found > 50


@pytest.mark.parametrize(("numbers", "ply"), [((9, 9, 5), 24), ((12, 12, 5), 50), ((19, 4, 4), 20)])
def test_no_defence_refutes_it_on_large_boards(numbers, ply):
    random, found = Random(3), 0
    for position in quiet_positions(Ruleset(*numbers), 60, seed=3, ply=ply):
        won = win_by_threats(position, AMPLE)
        if won and won.within > 1:
            found += 1
            for _ in range(5):
                assert defended_at_random(position, random) <= won.within
    assert found > 10


def defended_at_random(position: Position, random: Random) -> int:
    """The plies until the attacker's line if each win found is played and the replies are random.

    Now and then the reply is the best: the cell where the attacker would complete a line.
    """
    for ply in range(200):
        if ply % 2:
            position = position.play(
                random.choice(blocking_cells(position) or position.legal_moves())
            )
            assert not position.is_won
            continue
        won = win_by_threats(position, AMPLE)
        assert won
        position = position.play(won.cell)
        if position.is_won:
            return ply + 1
    raise AssertionError


def test_a_win_on_a_board_too_large_to_solve_is_proven():
    analysis = analyse(TWO_ROWS, AMPLE)
    won = win_by_threats(TWO_ROWS, AMPLE)
    assert analysis.value is Value.WIN
    assert not analysis.is_certain
    assert analysis.best == (won.cell,)
    move = analysis.of(won.cell)
    assert (move.value, move.plies, move.within) == (Value.WIN, None, won.within)
    random = Random(4)
    assert max(defended_at_random(TWO_ROWS, random) for _ in range(20)) <= won.within


def test_moves_that_leave_such_a_win_are_proven_to_lose():
    position = passed(TWO_ROWS)
    analysis = analyse(position, AMPLE)
    assert analysis.of(14 * 15 + 14).value is Value.LOSS
    meeting = analysis.of(2 * 15 + 4)  # of the two rows: fours alone do not win after it
    assert not forced_line(position.play(meeting.cell), AMPLE)
    assert meeting.value is Value.LOSS
    tree = win_by_threes(position.play(meeting.cell), AMPLE)
    assert verify(position.play(meeting.cell), tree).plies == meeting.within - 1


def test_without_time_no_move_is_called_lost():
    assert moves_lost_to_threats(passed(TWO_ROWS), AMPLE)
    assert moves_lost_to_threats(passed(TWO_ROWS), Limits(seconds=0)) == {}


def test_a_win_is_told_to_its_line_and_with_what_answers_other_replies():
    told = 0
    for position in quiet_positions(Ruleset(9, 9, 5), 30, seed=3, ply=24):
        won = win_by_threats(position, AMPLE)
        if won is None:
            continue
        assert (won.line[0], len(won.line)) == (won.cell, won.within)
        after = position
        for cell in won.line:
            after = after.play(cell)
        assert after.is_won
        for reply, line in won.answers.items():
            told += 1
            after = position.play(won.cell).play(reply)
            for cell in line:
                after = after.play(cell)
            assert after.is_won
    assert told
