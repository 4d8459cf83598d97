"""Your program for tic-tac-toe. Do it step by step: `python test_ai.py` says how far you are, and
`python bot.py NAME` plays with it in the workshop.

A board is a list of three rows, each a list of three cells. A cell holds the name of the player
who has marked it, or "" if it is free: board[y][x].
"""

from random import choice

ROWS = [[(0, y), (1, y), (2, y)] for y in range(3)]
COLUMNS = [[(x, 0), (x, 1), (x, 2)] for x in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(2, 0), (1, 1), (0, 2)]]
LINES = ROWS + COLUMNS + DIAGONALS  # the cells (x, y) of each

nodes = 0  # how many boards alpha_beta has looked at; see step 5


def free_cells(board):
    """The free cells, as pairs (x, y)."""
    return [(x, y) for y in range(3) for x in range(3) if board[y][x] == ""]


# Step 1: play. Run bot.py: any free cell will do. Later, return best_move(board, me, other) here.


def choose_move(board, me, other):
    """The cell (x, y) that I mark next."""
    return choice(free_cells(board))


# Step 2: who has won?


def did_player_win(board, player):
    """Whether *player* has all three cells of a line."""
    raise NotImplementedError("step 2: did_player_win")


def get_utility(board, me, other):
    """1 if I have won, -1 if the other has, 0 for a draw, and None if the game goes on."""
    raise NotImplementedError("step 2: get_utility")


# Step 3: what can happen next?


def get_successors(board, player):
    """A list of pairs: each free cell (x, y), and the board after *player* has marked it.

    The board itself must stay as it is: copy it.
    """
    raise NotImplementedError("step 3: get_successors")


# Step 4: which move is best?


def minimax(board, turn, me, other):
    """What the board is worth to me, 1, 0 or -1, if *turn* moves next and both play their best.

    If the game is over it is the utility. Else look at the worth of all successors: if it is my
    turn I take the highest, and if it is the other's the other takes the lowest.
    """
    raise NotImplementedError("step 4: minimax")


def best_move(board, me, other):
    """The cell (x, y) of the successor that is worth most to me. Then the other moves."""
    raise NotImplementedError("step 4: best_move")


# Step 5: the same with less work.


def alpha_beta(board, turn, me, other, alpha=-1, beta=1):
    """As minimax, but stop looking at successors that cannot matter any more.

    *alpha* is what I am sure of already, *beta* what the other is sure of. When alpha >= beta, the
    rest does not matter. Count each board with `global nodes` and `nodes += 1`.
    """
    raise NotImplementedError("step 5: alpha_beta")
