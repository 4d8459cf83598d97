"""Games counted a second time, by brute force that imports nothing of the site.

A board is a string, row by row from the top, of "x", "o" and "."; x begins. It is slow and plain
on purpose: whatever texts say in numbers is compared with it.
"""

from functools import cache

DRAW = 0


def board_after(m, n, names):
    """The board after moves called like "b2", the column's letter and the row from the bottom."""
    board = "." * (m * n)
    for name in names:
        board = mark(board, cell_of(m, n, name))
    return board


def cell_of(m, n, name):
    return (n - int(name[1:])) * m + "abcdefghijklmnopqrs".index(name[0])


def name_of(m, n, cell):
    return "abcdefghijklmnopqrs"[cell % m] + str(n - cell // m)


def to_move(board):
    return "x" if board.count("x") == board.count("o") else "o"


def mark(board, cell):
    return board[:cell] + to_move(board) + board[cell + 1 :]


def free_cells(board):
    return [cell for cell, sign in enumerate(board) if sign == "."]


@cache
def lines_of(m, n, k):
    """Every line as its cells."""
    found = []
    for y in range(n):
        for x in range(m):
            for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + right * step, y + down * step) for step in range(k)]
                if all(0 <= column < m and 0 <= row < n for column, row in cells):
                    found.append([row * m + column for column, row in cells])
    return found


def is_won(board, size):
    """Whether somebody has a line."""
    return any(
        board[line[0]] != "." and len({board[cell] for cell in line}) == 1
        for line in lines_of(*size)
    )


def children(board):
    return [(cell, mark(board, cell)) for cell in free_cells(board)]


# ---- what positions are worth -----------------------------------------------------------------


def worth_for(size):
    """A function from a board to what it is worth to the side to move, remembered for all boards.

    1 + the free cells that are left when that side wins, less than 0 if the other one does.
    """

    @cache
    def worth(board):
        if is_won(board, size):
            return -1 - board.count(".")
        return max((-worth(after) for _, after in children(board)), default=DRAW)

    return worth


def plies_left(board, worth):
    """How many marks are made until the line."""
    return board.count(".") + 1 - abs(worth)


def marks_left(board, worth):
    """How many marks of the winner's are made until the line."""
    return (plies_left(board, worth) + 1) // 2


def completing(board, side, size):
    """The cells in which *side* would complete a line."""
    return [
        cell for cell in free_cells(board) if is_won(board[:cell] + side + board[cell + 1 :], size)
    ]


# ---- what searches look at --------------------------------------------------------------------


def positions_of_minimax(board, size):
    """How many positions minimax looks at, each as often as it comes to it."""
    if is_won(board, size):
        return 1
    return 1 + sum(positions_of_minimax(after, size) for _, after in children(board))


def different_positions(board, size):
    """How many different positions can follow *board*, itself among them."""
    seen = {board}
    new = [board]
    while new:
        current = new.pop()
        if is_won(current, size):
            continue
        for _, after in children(current):
            if after not in seen:
                seen.add(after)
                new.append(after)
    return len(seen)


def positions_of_minimax_with_table(board, size):
    """How many it comes to if it goes on from each of them only once."""
    searched, looked_at = set(), 0

    def look(current):
        nonlocal looked_at
        looked_at += 1
        if current in searched or is_won(current, size):
            return
        searched.add(current)
        for _, after in children(current):
            look(after)

    look(board)
    return looked_at


def positions_of_alpha_beta(board, size, *, first=None, with_table=False):
    """How many alpha-beta looks at, in the order of the cells, or with *first* before the others.

    Worths are seen by x: x wants the highest, o the lowest. The table keeps what is surely the
    least and the most that a position is worth.
    """
    infinity = float("inf")
    looked_at, table = 0, {}

    def value(current, alpha, beta, order):
        nonlocal looked_at
        looked_at += 1
        if is_won(current, size):
            sign = -1 if to_move(current) == "x" else 1
            return sign * (1 + current.count("."))
        if "." not in current:
            return DRAW
        least, most = (
            table.get(current, (-infinity, infinity))
            if with_table
            else (
                -infinity,
                infinity,
            )
        )
        if least == most or least >= beta:
            return least
        if most <= alpha:
            return most
        found = best(current, alpha, beta, order)
        table[current] = (
            (-infinity, found)
            if found <= alpha
            else (found, infinity)
            if found >= beta
            else (found, found)
        )
        return found

    def best(current, alpha, beta, order):
        is_x = to_move(current) == "x"
        found = -infinity if is_x else infinity
        for cell in order:
            after = mark(current, cell)
            if is_x:
                found = max(found, value(after, max(alpha, found), beta, free_cells(after)))
            else:
                found = min(found, value(after, alpha, min(beta, found), free_cells(after)))
            if (found >= beta) if is_x else (found <= alpha):
                break
        return found

    cells = free_cells(board)
    value(board, -infinity, infinity, sorted(cells, key=lambda cell: cell != first))
    return looked_at


def skipped_replies(board, size, cell):
    """The replies to *cell* that alpha-beta leaves out, in the order of the cells.

    It has looked at the moves before *cell*, and stops at the first reply that shows that *cell*
    is no better than the best of them.
    """
    worth = worth_for(size)
    before = max(-worth(after) for other, after in children(board) if other < cell)
    replies = children(mark(board, cell))
    for index, (_, after) in enumerate(replies):
        if worth(after) <= before:
            return [reply for reply, _ in replies[index + 1 :]]
    return []


def unrefuted_replies(board, size, cell):
    """The replies to *cell* that its side does not answer by a line."""
    return [
        reply
        for reply, after in children(mark(board, cell))
        if is_won(after, size) or not completing(after, to_move(after), size)
    ]


# ---- boards that are turned -------------------------------------------------------------------


def turns_of(m, n):
    """Every way to turn and mirror a board onto itself: by cell, where it goes."""
    spots = [(cell % m, cell // m) for cell in range(m * n)]
    ways = [
        lambda x, y: (x, y),
        lambda x, y: (m - 1 - x, y),
        lambda x, y: (x, n - 1 - y),
        lambda x, y: (m - 1 - x, n - 1 - y),
    ]
    if m == n:
        ways += [lambda x, y, way=way: way(y, x) for way in ways]
    return [[row * m + column for column, row in (way(x, y) for x, y in spots)] for way in ways]


def twins_of(board, m, n, cell):
    """*cell* and the cells that it comes to when the board is turned into itself."""
    same = [
        turn for turn in turns_of(m, n) if all(board[turn[i]] == board[i] for i in range(m * n))
    ]
    return {turn[cell] for turn in same}
