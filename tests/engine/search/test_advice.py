"""Advice is about the board as it is when it is asked, and leaves it as it was."""

import numpy as np
import pytest

from games.core.notation import cell_name, parse_cell
from games.core.rules import Position, Ruleset
from games.engine.kernels.deepening import SURE
from games.engine.kernels.pattern_board import board_of, toggle
from games.engine.search.advice import Adviser
from games.engine.search.strong import STRONG

BOARD = Ruleset(15, 15, 5)


@pytest.fixture
def board():
    STRONG.ensure_ready()
    return board_of(Position(BOARD))


def advising(board, nodes=2_000):
    return Adviser(board, nodes, np.zeros(1, np.uint8))


def put(board, names, side):
    for name in names.split():
        toggle(board, int(board.places[parse_cell(BOARD, name)]), side)


def test_a_three_is_stopped_and_so_is_the_four_it_became(board):
    put(board, "h8 i8 j8", 1)
    put(board, "a1 o15 a15", 0)
    adviser = advising(board)
    assert cell_name(BOARD, adviser.best_cell()) in {"f8", "g8", "k8", "l8"}
    put(board, "g8", 0)
    put(board, "k8", 1)
    assert cell_name(BOARD, adviser.best_cell()) == "l8"


def test_to_stop_a_three_is_worth_more_than_to_let_it_grow(board):
    put(board, "h8 i8 j8", 1)
    put(board, "a1 o15 a15", 0)
    adviser = advising(board)
    stops, lets = (adviser.worth_after(parse_cell(BOARD, name), 500, 3) for name in ("g8", "o1"))
    assert lets < -SURE < stops


def test_the_board_is_as_it_was(board):
    put(board, "h8", 0)
    put(board, "i9", 1)
    before = [np.copy(part) for part in board]
    adviser = advising(board)
    adviser.best_cell()
    adviser.worth_after(parse_cell(BOARD, "c3"), 500, 3)
    assert all(np.array_equal(part, was) for part, was in zip(board, before, strict=True))


def test_where_the_threats_on_the_board_decide_nothing_is_advised(board):
    put(board, "e4 f5 g6", 0)
    assert advising(board).best_cell() is None


def test_without_a_position_to_look_at_nothing_is_advised(board):
    assert advising(board, nodes=0).best_cell() is None
