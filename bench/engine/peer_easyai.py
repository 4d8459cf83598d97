"""Prints the seconds of easyAI's Negamax(9) without a table for 3,3,3's first move (JSON)."""

import json
import sys
import time

try:
    from easyAI import Negamax, TwoPlayerGame
except ImportError:
    sys.exit(3)

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(TwoPlayerGame):
    """As in easyAI's own example."""

    def __init__(self) -> None:
        self.players = [None, None]
        self.board = [0] * 9
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        return [cell + 1 for cell, mark in enumerate(self.board) if mark == 0]

    def make_move(self, move: int) -> None:
        self.board[int(move) - 1] = self.current_player

    def unmake_move(self, move: int) -> None:
        self.board[int(move) - 1] = 0

    def lose(self) -> bool:
        other = self.opponent_index
        return any(all(self.board[cell] == other for cell in line) for line in LINES)

    def is_over(self) -> bool:
        return not self.possible_moves() or self.lose()

    def show(self) -> None:
        pass

    def scoring(self) -> int:
        return -100 if self.lose() else 0


best = float("inf")
for _ in range(3):
    game = TicTacToe()
    started = time.process_time()
    Negamax(9)(game)
    best = min(best, time.process_time() - started)
print(json.dumps(best))
