import pytest
from hypothesis import given, settings

from games.core.rules import Position, Ruleset
from games.engine.forcing import ForcingSearch
from games.engine.limits import Budget, Limits, OutOfBudget
from games.engine.line_board import LineBoard
from tests.core.strategies import games

GOMOKU = Ruleset(15, 15, 5)


def search(position, nodes=3_000):
    board = LineBoard(position)
    return board, ForcingSearch(board, Budget(Limits(seconds=1e9)), nodes)


def at(*names):
    """Cells of the 15×15 board by column and row from the top left, as "x,y"."""
    return [int(y) * 15 + int(x) for x, y in (name.split(",") for name in names)]


def position_of(own, opposing):
    return Position(
        GOMOKU,
        own=sum(1 << cell for cell in at(*own)),
        opposing=sum(1 << cell for cell in at(*opposing)),
    )


def test_a_line_that_lacks_one_mark_is_completed():
    position = position_of(["3,7", "4,7", "5,7", "6,7"], ["2,7", "0,0", "1,0", "2,0"])
    assert search(position)[1].win_for(0) == tuple(at("7,7"))


def test_an_open_row_of_three_wins():
    position = position_of(["5,7", "6,7", "7,7"], ["0,0", "0,2", "0,4"])
    line = search(position)[1].win_for(0)
    assert line[0] in at("4,7", "8,7")


def test_two_crossing_rows_win_by_a_double_threat():
    own = ["4,7", "5,7", "6,7", "7,4", "7,5", "7,6"]  # both go through 7,7
    opposing = ["3,7", "7,3", "0,0", "14,14", "0,14", "14,0"]
    assert search(position_of(own, opposing))[1].win_for(0)[0] == at("7,7")[0]


FOUR = ["0,0", "1,0", "2,0", "3,0"]  # threatens 4,0


def test_who_must_block_without_a_threat_of_the_own_wins_nothing():
    position = position_of(["5,7", "6,7", "7,7", "9,3"], FOUR)
    assert search(position)[1].win_for(0) == ()


def test_who_blocks_with_a_threat_goes_on():
    own = ["4,1", "4,2", "4,3", "5,7", "6,7", "7,7"]
    line = search(position_of(own, [*FOUR, "14,14", "14,12"]))[1].win_for(0)
    assert line[:2] == tuple(at("4,0", "4,4"))
    assert line[2] in at("4,7", "8,7")


def test_nothing_is_found_where_there_is_nothing():
    assert search(position_of(["7,7"], ["8,8"]))[1].win_for(0) == ()


def test_a_search_leaves_the_board_as_it_was():
    position = position_of(["5,7", "6,7", "7,7"], ["0,0", "0,2", "0,4"])
    board, forcing = search(position)
    before = (board.free, board.score, board.key)
    forcing.win_for(0)
    forcing.win_for(1)
    assert (board.free, board.score, board.key) == before


def test_a_question_ends_when_its_nodes_are_spent():
    position = position_of(["5,7", "6,8", "7,7", "6,6", "9,9", "10,5"], ["0,0", "0,2", "0,4"])
    board = LineBoard(position)
    budget = Budget(Limits(seconds=1e9))
    ForcingSearch(board, budget, nodes=5).win_for(0)
    assert budget.nodes <= 5


def test_the_whole_budget_is_obeyed():
    position = position_of(["5,7", "6,7", "7,7"], ["0,0", "0,2", "0,4"])
    forcing = ForcingSearch(LineBoard(position), Budget(Limits(nodes=0)), nodes=100)
    with pytest.raises(OutOfBudget):
        forcing.win_for(0)


def can_force(position, line):
    """Whether *line* wins for its first mover against every reply, by the rules alone."""
    cell, *rest = line
    if position.wins_at(cell):
        return True
    after = position.play(cell)
    return all(
        not after.wins_at(reply) and _goes_on(after.play(reply), reply, rest)
        for reply in after.legal_moves()
    )


def _goes_on(position, reply, rest):
    if any(position.wins_at(cell) for cell in position.legal_moves()):
        return True  # the threat was not answered
    return len(rest) > 1 and rest[0] == reply and can_force(position, rest[1:])


@settings(max_examples=200)
@given(games(largest=6))
def test_every_win_that_is_found_is_one(game):
    position = Position.after(*game)
    if position.is_over:
        return
    _, forcing = search(position)
    if line := forcing.win_for(0):
        assert can_force(position, line)
