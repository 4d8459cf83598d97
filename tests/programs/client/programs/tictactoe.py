"""A file in the shape of CS50's, with a memory so that it is quick."""

from copy import deepcopy
from functools import cache

X, O, EMPTY = "X", "O", None  # noqa: E741 - CS50's names
LINES = [
    *([(i, j) for j in range(3)] for i in range(3)),
    *([(i, j) for i in range(3)] for j in range(3)),
    [(i, i) for i in range(3)],
    [(i, 2 - i) for i in range(3)],
]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if action not in actions(board):
        raise ValueError(f"{action} is no action")
    new = deepcopy(board)
    new[i][j] = player(board)
    return new


def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    return None if terminal(board) else best(tuple(map(tuple, board)))[1]


@cache
def best(rows):
    board = [list(row) for row in rows]
    if terminal(board):
        return utility(board), None
    values = [
        (best(tuple(map(tuple, result(board, action))))[0], action)
        for action in sorted(actions(board))
    ]
    choose = max if player(board) == X else min
    return choose(values, key=lambda value: value[0])
