"""Known facts of 3×3, and the readable table against the plainest minimax."""

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.search.table import best_cells, move_worth, table, worth
from tests.engine.positions import plain_distance, reachable

EMPTY = Position(TIC_TAC_TOE)


def signed_distance(position):
    """By the worth: plies until the line, negative for a loss, 0 for a draw."""
    found = worth(position)
    plies = position.ruleset.cells + 1 - abs(found) - position.ply
    return plies if found > 0 else -plies if found else 0


def test_the_table_holds_every_reachable_position():
    positions = reachable(TIC_TAC_TOE)
    sides = {(position.own, position.opposing) for position in positions}
    assert set(table(TIC_TAC_TOE)) == sides
    assert len(sides) == 5_478


def test_the_table_agrees_with_the_plainest_minimax_in_value_and_distance():
    known = {}
    for position in reachable(TIC_TAC_TOE):
        if not position.is_over:
            assert signed_distance(position) == plain_distance(position, known)


def test_with_perfect_play_it_is_a_draw():
    assert worth(EMPTY) == 0


def test_another_small_board_is_won_in_seven_plies():
    assert signed_distance(Position(Ruleset(4, 3, 3))) == 7


def test_it_wins_as_fast_as_possible():
    position = Position.after(TIC_TAC_TOE, [0, 3, 1, 4])
    assert best_cells(position) == [2]
    assert move_worth(position, 2) == 10 - 5


def test_it_loses_as_slowly_as_possible():
    position = Position.after(TIC_TAC_TOE, [0, 1, 4])  # lost: X threatens 8 and then more
    assert worth(position) < 0
    assert best_cells(position) == [8]


def test_a_board_too_large_is_refused():
    with pytest.raises(ValueError, match="too large"):
        table(Ruleset(4, 4, 4))
