import pytest
from hypothesis import given

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.player import ImpossiblePosition, check_possible, check_to_move
from tests.core.strategies import games
from tests.engine.positions import after


@given(games())
def test_every_position_of_a_game_is_possible(game):
    check_possible(Position.after(*game))


@pytest.mark.parametrize(
    ("own", "opposing"),
    [
        (-1, 0),
        (0, -1),
        (0, 1 << 9),
        (0b1, 0b1),  # one cell, two marks
        (0b1, 0b0),  # the side to move has moved more
        (0b1, 0b11110),
        (0b111, 0b1111000),  # the game was over before the last move
        (0b111, 0b111000),  # both won
    ],
)
def test_an_impossible_position_is_refused(own, opposing):
    with pytest.raises(ImpossiblePosition) as refused:
        check_possible(Position(TIC_TAC_TOE, own, opposing))
    assert refused.value.code == "impossible_position"


def marks(*cells):
    return sum(1 << cell for cell in cells)


def test_two_lines_that_no_one_move_completes_are_refused():
    board = Ruleset(4, 4, 3)
    own, apart = marks(4, 5, 7, 8, 9, 11), marks(0, 1, 2, 12, 13, 14)
    with pytest.raises(ImpossiblePosition):
        check_possible(Position(board, own, apart))
    check_possible(Position(board, marks(4, 5, 8, 15), marks(0, 1, 2, 6, 10)))


def test_a_finished_game_has_no_move():
    check_possible(after(0, 3, 1, 4, 2))
    with pytest.raises(GameError, match="game_over"):
        check_to_move(after(0, 3, 1, 4, 2))
    check_to_move(after(0, 3, 1, 4))
