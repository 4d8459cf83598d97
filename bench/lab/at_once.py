"""A program that never loses on 3×3 and answers at once: it knows every position."""

from __future__ import annotations

from functools import cache

from mnk.game import Game

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CELLS = [column + row for row in "321" for column in "abc"]


def choose(game: Game) -> str:
    board = "".join(game.mark_at(cell) or "." for cell in CELLS)
    return CELLS[best(board, game.to_move)[1]]


@cache
def best(board: str, mover: str) -> tuple[int, int]:
    """Return what *board* is worth to *mover*, and the best cell."""
    other = "o" if mover == "x" else "x"
    if any(all(board[cell] == other for cell in row) for row in ROWS):
        return -1 - board.count("."), -1
    found = (0, -1)
    free = [cell for cell in range(9) if board[cell] == "."]
    after = {cell: board[:cell] + mover + board[cell + 1 :] for cell in free}
    if free:
        found = max((-best(after[cell], other)[0], -cell) for cell in free)
        found = found[0], -found[1]
    return found
