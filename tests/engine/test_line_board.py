import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import Position, Ruleset, cells_of
from games.engine.line_board import LineBoard, shape_of
from tests.core.strategies import games


def state(board):
    return (board.free, board.near, board.score, board.key, *map(sorted, board.threats))


def fresh(position):
    """The state of a board that was made from *position*."""
    return state(LineBoard(position))


def completing_by_the_rules(position):
    return {cell for cell in cells_of(position.free) if position.wins_at(cell)}


def turned(position):
    return Position(position.ruleset, own=position.opposing, opposing=position.own)


@given(games(largest=7))
def test_completing_cells_are_those_of_the_rules(game):
    position = Position.after(*game)
    if position.is_over:
        return
    board = LineBoard(position)
    assert set(cells_of(board.completing(0))) == completing_by_the_rules(position)
    assert set(cells_of(board.completing(1))) == completing_by_the_rules(turned(position))


@given(games(largest=7), st.randoms(use_true_random=False))
def test_marks_that_go_again_leave_no_trace(game, random):
    position = Position.after(*game)
    if position.is_over:
        return
    board = LineBoard(position)
    before, placed = state(board), []
    for ply in range(random.randrange(10)):
        side = ply % 2
        quiet = cells_of(board.free & ~board.completing(side))
        if quiet:
            placed.append((side, random.choice(quiet)))
            board.place(*placed[-1])
    for side, cell in reversed(placed):
        board.remove(side, cell)
    assert state(board) == before == fresh(position)


@given(games(largest=7))
def test_a_board_made_move_by_move_is_the_board_of_the_position(game):
    ruleset, cells = game
    position = Position.after(ruleset, cells)
    if position.is_over:
        return
    board, mover = LineBoard(Position(ruleset)), len(cells) % 2
    for ply, cell in enumerate(cells):
        board.place((ply + mover) % 2, cell)
    assert state(board) == fresh(position)


@given(games(largest=7))
def test_the_score_is_the_other_sides_turned_round(game):
    position = Position.after(*game)
    if not position.is_over:
        assert LineBoard(position).score == -LineBoard(turned(position)).score


def test_threatening_cells_make_a_new_threat():
    board = LineBoard(Position.after(Ruleset(5, 5, 4), [10, 0, 11, 4]))
    assert set(board.threatening(0)) == {12, 13}
    assert board.threatening(1) == []
    for cell in board.threatening(0):
        board.place(0, cell)
        assert board.completing(0)
        board.remove(0, cell)


def test_urgent_cells_build_long_lines_or_block_them():
    board = LineBoard(Position.after(Ruleset(7, 7, 5), [22, 0, 23, 6, 24, 48]))
    assert max(cells_of(board.free), key=lambda cell: board.urgency(0, cell)) in {21, 25}
    assert max(cells_of(board.free), key=lambda cell: board.urgency(1, cell)) in {21, 25}


def test_near_are_the_cells_at_most_two_away():
    shape = shape_of(Ruleset(7, 7, 4))
    assert cells_of(shape.near[0]) == (0, 1, 2, 7, 8, 9, 14, 15, 16)
    assert len(cells_of(shape.near[24])) == 25


@pytest.mark.parametrize("numbers", [(3, 3, 3), (3, 19, 19), (19, 19, 19)])
def test_shapes_fit_every_board(numbers):
    shape = shape_of(Ruleset(*numbers))
    assert all(shape.through)
