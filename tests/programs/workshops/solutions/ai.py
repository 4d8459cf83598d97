"""The solution of the Python kit: what its class is to write."""

from copy import deepcopy

ROWS = [[(0, y), (1, y), (2, y)] for y in range(3)]
COLUMNS = [[(x, 0), (x, 1), (x, 2)] for x in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(2, 0), (1, 1), (0, 2)]]
LINES = ROWS + COLUMNS + DIAGONALS

nodes = 0


def free_cells(board):
    return [(x, y) for y in range(3) for x in range(3) if board[y][x] == ""]


def choose_move(board, me, other):
    return best_move(board, me, other)


def did_player_win(board, player):
    return any(all(board[y][x] == player for x, y in line) for line in LINES)


def get_utility(board, me, other):
    if did_player_win(board, me):
        return 1
    if did_player_win(board, other):
        return -1
    return None if free_cells(board) else 0


def get_successors(board, player):
    successors = []
    for x, y in free_cells(board):
        after = deepcopy(board)
        after[y][x] = player
        successors.append(((x, y), after))
    return successors


def minimax(board, turn, me, other):
    utility = get_utility(board, me, other)
    if utility is not None:
        return utility
    best, following = (max, other) if turn == me else (min, me)
    return best(minimax(after, following, me, other) for _, after in get_successors(board, turn))


def best_move(board, me, other):
    worths = {
        cell: alpha_beta(after, other, me, other) for cell, after in get_successors(board, me)
    }
    return max(worths, key=worths.get)


def alpha_beta(board, turn, me, other, alpha=-1, beta=1):
    global nodes
    nodes += 1
    utility = get_utility(board, me, other)
    if utility is not None:
        return utility
    for _, after in get_successors(board, turn):
        worth = alpha_beta(after, other if turn == me else me, me, other, alpha, beta)
        if turn == me:
            alpha = max(alpha, worth)
        else:
            beta = min(beta, worth)
        if alpha >= beta:
            break
    return alpha if turn == me else beta
