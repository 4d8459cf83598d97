"""Known facts of 3×3, and every line there is against the perfect player."""

from functools import cache

import pytest

from games.core.rules import TIC_TAC_TOE, Position
from games.engine import Limits, choose
from games.engine.perfect_player import best_cells, move_worth, table

EMPTY = Position(TIC_TAC_TOE)


def worth(position):
    return table()[position.own, position.opposing]


@cache
def plain_worth(position):
    """The same by the plainest minimax: the value, and how many plies until the end."""
    if position.is_won:
        return -1, 0
    if position.is_full:
        return 0, 0
    replies = [plain_worth(position.play(cell)) for cell in position.legal_moves()]
    seen = [(-value, plies + 1) for value, plies in replies]
    return max(seen, key=lambda reply: (reply[0], -reply[0] * reply[1]))


def reachable():
    found, todo = set(), [EMPTY]
    while todo:
        position = todo.pop()
        if position not in found:
            found.add(position)
            todo.extend(position.play(cell) for cell in position.legal_moves())
    return found


def test_the_table_holds_every_reachable_position():
    assert set(table()) == {(position.own, position.opposing) for position in reachable()}
    assert len(table()) == 5_478


def test_with_perfect_play_it_is_a_draw():
    assert worth(EMPTY) == 0


def test_the_table_agrees_with_the_plainest_minimax_in_value_and_distance():
    for position in reachable():
        value, plies = plain_worth(position)
        end = position.ply + plies
        assert worth(position) == value * (10 - end)


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


def test_it_wins_as_fast_as_possible():
    position = Position.after(TIC_TAC_TOE, [0, 3, 1, 4])
    assert best_cells(position) == [2]
    assert move_worth(position, 2) == 10 - 5


def test_it_loses_as_slowly_as_possible():
    position = Position.after(TIC_TAC_TOE, [0, 1, 4])  # lost: X threatens 8 and then more
    assert worth(position) < 0
    assert best_cells(position) == [8]


def test_it_wins_when_the_other_side_slips():
    answered_on_a_side = Position.after(TIC_TAC_TOE, [0, 1])
    assert worth(answered_on_a_side) > 0


def test_every_first_move_draws_and_all_are_chosen():
    assert {choose("perfect", EMPTY, Limits(seed=seed)) for seed in range(200)} == set(range(9))
