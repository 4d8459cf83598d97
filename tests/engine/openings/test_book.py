"""A board's book: proven draws, or else measured openings."""

import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical
from games.engine.openings import measured
from games.engine.openings.balanced import book, openings
from games.engine.openings.measured import measured_openings
from tools import balance


def test_what_is_proven_stands_before_what_is_measured():
    board = Ruleset(6, 6, 4)
    assert book(board) == tuple(one.moves for one in openings(board).kept)
    assert {len(moves) for moves in book(board)} == {3}


def test_boards_without_proofs_have_measured_openings():
    board = Ruleset(15, 15, 5)
    assert not openings(board).kept
    assert book(board) == tuple(one.moves for one in measured_openings(board).kept)


def test_a_board_nobody_looked_at_has_none():
    assert book(Ruleset(16, 11, 6)) == ()


@pytest.mark.parametrize("board", measured.boards(), ids=str)
def test_measured_openings_are_kinds_that_can_be_played_on(board):
    kept = measured_openings(board).kept
    assert len({canonical(Position.after(board, one.moves)) for one in kept}) == len(kept)
    assert not any(Position.after(board, one.moves).is_over for one in kept)
    assert board.m == board.n  # or the board that stands would need them turned


@pytest.mark.parametrize("board", measured.boards(), ids=str)
def test_measured_openings_are_even_by_enough_games(board):
    for one in measured_openings(board).kept:
        assert one.games >= 60
        assert balance.is_good(one)


def test_measured_openings_are_read_as_they_are_written():
    boards = {board: measured_openings(board) for board in measured.boards()}
    assert measured.parse_file(measured.file_text(boards)) == boards
