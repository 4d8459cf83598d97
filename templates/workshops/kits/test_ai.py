"""Says for each step whether it is right: python -m pytest -x test_ai.py"""

import copy

import ai

ME, OTHER = "alice", "bob"
EMPTY = [["", "", ""], ["", "", ""], ["", "", ""]]


def board_of(text):
    """A board from three words such as "X.O ... .X.": X is me."""
    cell = {"X": ME, "O": OTHER, ".": ""}
    return [[cell[mark] for mark in row] for row in text.split()]


def test_step_1_a_free_cell_is_chosen():
    board = board_of("XOX OXO OX.")
    assert tuple(ai.choose_move(board, ME, OTHER)) == (2, 2)


def test_step_2_rows_columns_and_diagonals_win():
    for text in ("XXX OO. ...", "OO. XXX ...", "X.. XO. XO.", "X.O .XO ..X", "O.X .X. X.O"):
        assert ai.did_player_win(board_of(text), ME), text
        assert not ai.did_player_win(board_of(text), OTHER), text
    assert not ai.did_player_win(EMPTY, ME)
    assert not ai.did_player_win(board_of("XOX XOO OXX"), ME)


def test_step_2_utility():
    assert ai.get_utility(board_of("XXX OO. ..."), ME, OTHER) == 1
    assert ai.get_utility(board_of("XXX OO. ..."), OTHER, ME) == -1
    assert ai.get_utility(board_of("XOX XOO OXX"), ME, OTHER) == 0
    assert ai.get_utility(board_of("XO. ... ..."), ME, OTHER) is None


def test_step_3_successors():
    board = board_of("XOX OXO O..")
    before = copy.deepcopy(board)
    successors = {tuple(cell): after for cell, after in ai.get_successors(board, ME)}
    assert successors == {(1, 2): board_of("XOX OXO OX."), (2, 2): board_of("XOX OXO O.X")}
    assert board == before, "the board itself must stay as it is"
    assert len(ai.get_successors(EMPTY, ME)) == 9


def test_step_4_minimax():
    assert ai.minimax(board_of("XX. OO. ..."), ME, ME, OTHER) == 1
    assert ai.minimax(board_of("XX. OO. ..."), OTHER, ME, OTHER) == -1
    assert ai.minimax(board_of("X.. .O. ..."), ME, ME, OTHER) == 0


def test_step_4_best_move():
    assert tuple(ai.best_move(board_of("XX. OO. ..."), ME, OTHER)) == (2, 0)
    assert tuple(ai.best_move(board_of("OO. X.. ..X"), ME, OTHER)) == (2, 0)
    assert tuple(ai.best_move(board_of("O.. ... ..."), ME, OTHER)) == (1, 1)


def test_step_4_it_is_used():
    chosen = {tuple(ai.choose_move(board_of("XX. OO. ..."), ME, OTHER)) for _ in range(20)}
    assert chosen == {(2, 0)}


def test_step_5_alpha_beta_knows_the_same():
    for text in ("XX. OO. ...", "X.. .O. ...", "OO. X.. ..X", "XO. ... ..."):
        for turn in (ME, OTHER):
            board = board_of(text)
            assert ai.alpha_beta(board, turn, ME, OTHER) == ai.minimax(board, turn, ME, OTHER)


def test_step_5_alpha_beta_looks_at_fewer_boards():
    ai.nodes = 0
    assert ai.alpha_beta(EMPTY, ME, ME, OTHER) == 0
    assert 9 < ai.nodes < 60_000, f"it looked at {ai.nodes} boards; minimax looks at 549,946"
