"""Says how far your ai.py is: python test_ai.py

It stops at the first step that is not right yet. Nothing but Python is needed.
"""

import copy
import unittest

import ai

ME, OTHER = "alice", "bob"
EMPTY = [["", "", ""], ["", "", ""], ["", "", ""]]


def board_of(text):
    """A board from three words such as "X.O ... .X.": X is me."""
    cell = {"X": ME, "O": OTHER, ".": ""}
    return [[cell[mark] for mark in row] for row in text.split()]


class Steps(unittest.TestCase):
    """The steps in the order of their names."""

    def test_step_1_a_free_cell_is_chosen(self):
        board = board_of("XOX OXO OX.")
        self.assertEqual(tuple(ai.choose_move(board, ME, OTHER)), (2, 2))

    def test_step_2a_rows_columns_and_diagonals_win(self):
        for text in ("XXX OO. ...", "OO. XXX ...", "X.. XO. XO.", "X.O .XO ..X", "O.X .X. X.O"):
            self.assertTrue(ai.did_player_win(board_of(text), ME), text)
            self.assertFalse(ai.did_player_win(board_of(text), OTHER), text)
        self.assertFalse(ai.did_player_win(EMPTY, ME))
        self.assertFalse(ai.did_player_win(board_of("XOX XOO OXX"), ME))

    def test_step_2b_utility(self):
        self.assertEqual(ai.get_utility(board_of("XXX OO. ..."), ME, OTHER), 1)
        self.assertEqual(ai.get_utility(board_of("XXX OO. ..."), OTHER, ME), -1)
        self.assertEqual(ai.get_utility(board_of("XOX XOO OXX"), ME, OTHER), 0)
        self.assertIsNone(ai.get_utility(board_of("XO. ... ..."), ME, OTHER))

    def test_step_3_successors(self):
        board = board_of("XOX OXO O..")
        before = copy.deepcopy(board)
        successors = {tuple(cell): after for cell, after in ai.get_successors(board, ME)}
        expected = {(1, 2): board_of("XOX OXO OX."), (2, 2): board_of("XOX OXO O.X")}
        self.assertEqual(successors, expected)
        self.assertEqual(board, before, "the board itself must stay as it is")
        self.assertEqual(len(ai.get_successors(EMPTY, ME)), 9)

    def test_step_4a_minimax(self):
        self.assertEqual(ai.minimax(board_of("XX. OO. ..."), ME, ME, OTHER), 1)
        self.assertEqual(ai.minimax(board_of("XX. OO. ..."), OTHER, ME, OTHER), -1)
        self.assertEqual(ai.minimax(board_of("X.. .O. ..."), ME, ME, OTHER), 0)

    def test_step_4b_best_move(self):
        self.assertEqual(tuple(ai.best_move(board_of("XX. OO. ..."), ME, OTHER)), (2, 0))
        self.assertEqual(tuple(ai.best_move(board_of("OO. X.. ..X"), ME, OTHER)), (2, 0))
        self.assertEqual(tuple(ai.best_move(board_of("O.. ... ..."), ME, OTHER)), (1, 1))

    def test_step_4c_it_is_used(self):
        board = board_of("XX. OO. ...")
        chosen = {tuple(ai.choose_move(board, ME, OTHER)) for _ in range(20)}
        self.assertEqual(chosen, {(2, 0)})

    def test_step_5a_alpha_beta_knows_the_same(self):
        for text in ("XX. OO. ...", "X.. .O. ...", "OO. X.. ..X", "XO. ... ..."):
            for turn in (ME, OTHER):
                board = board_of(text)
                expected = ai.minimax(board, turn, ME, OTHER)
                self.assertEqual(ai.alpha_beta(board, turn, ME, OTHER), expected)

    def test_step_5b_alpha_beta_looks_at_fewer_boards(self):
        ai.nodes = 0
        self.assertEqual(ai.alpha_beta(EMPTY, ME, ME, OTHER), 0)
        self.assertGreater(ai.nodes, 9)
        self.assertLess(ai.nodes, 60_000, "minimax looks at 549,946 boards")


if __name__ == "__main__":
    unittest.main(failfast=True)
