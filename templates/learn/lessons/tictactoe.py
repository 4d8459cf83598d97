"""Tic-tac-toe: write the seven functions, then say `mnk lab --cs50 tictactoe.py --contract`.

A board is a list of three rows of three cells, from the top. A cell is X, O or EMPTY. An action is
a pair (row, column). X moves first.
"""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """The board before the first move."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    """Who moves next."""
    raise NotImplementedError


def actions(board):
    """The set of all actions that are possible."""
    raise NotImplementedError


def result(board, action):
    """The board after *action*, as a new one: see copy.deepcopy. ValueError if it can't be made."""
    raise NotImplementedError


def winner(board):
    """X or O if one has a line, else None."""
    raise NotImplementedError


def terminal(board):
    """Whether the game is over."""
    raise NotImplementedError


def utility(board):
    """1 if X has won, -1 if O has, else 0. Asked only when the game is over."""
    raise NotImplementedError


def minimax(board):
    """A best action for whoever moves next; None if the game is over."""
    raise NotImplementedError
