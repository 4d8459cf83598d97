"""The large-board search: one iteration of it, to a given depth, on a pattern board.

Principal variation search (Marsland and Campbell 1982, Reinefeld 1983) with a table of positions,
killer moves, a history of good moves, and late moves searched less deeply first (as chess programs
do). Forced replies cost no depth, and a win by fours alone (see `forcing`) ends a branch. Of the
quiet moves only the most promising near the marks are looked at, the fewer the less depth is left,
so a worth is an estimate unless it is a win found by threats.

A worth is seen by the side to move: WIN less the plies until the line is complete for a win, the
negative of that for a loss, 0 for a draw, and between -SURE and SURE an estimate.

Data: row *ply* of `moves` and `order` belongs to the node at that ply. The table holds, by the low
bits of the key, the key and one number: worth + WIN, place, depth and what the worth is (EXACT,
AT_LEAST, AT_MOST) in 20, 12, 10 and 2 bits. Worths of wins are kept as counted from the node.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.kernels.forcing import Forcing, forced_win, key_of, place_at_level
from games.engine.kernels.jit import kernel
from games.engine.kernels.pattern_board import FREE, NOWHERE, PatternBoard, toggle
from games.engine.kernels.patterns import (
    COMPLETES,
    FOUR_AND_THREE,
    ONE_FOUR,
    ONE_THREE,
    QUIET,
    WINS_NEXT,
)

WIN, SURE, HIGHEST_ESTIMATE = 30_000, 25_000, 20_000
DEEPEST = 120  # plies
TABLE_SIZE = 1 << 18
EXACT, AT_LEAST, AT_MOST = 0, 1, 2

WIDTH = 16  # quiet moves looked at; as many more if they are not quiet
FORCING_INSIDE, FORCING_AT_LEAF = 300, 60  # positions for each search for a win by fours, and no
SHARE_INSIDE, SHARE_AT_LEAF = 25, 125  # more than one in so many of all, lest few nodes go on one
FUTILE_DEPTH, FUTILE_MARGIN = 6, 40  # a position this much better than needed is good enough
HOPELESS_DEPTH, HOPELESS_MARGIN = 3, 60  # and one this much worse not worth a look
FEWEST_QUIET, QUIET_BY_DEPTH = 4, 2
TABLED_REDUCTIONS = 64


class SearchState(NamedTuple):
    """What the iterations of one choice share."""

    spent: NDArray[np.int64]  # positions looked at, and how many may be, those of forcing too
    best: NDArray[np.int64]  # one number: the best place at the root so far
    aborted: NDArray[np.uint8]  # one number: 1 once stopped or out of nodes
    table: NDArray[np.int64]  # [slot, 2]
    moves: NDArray[np.int64]  # [ply, number]
    order: NDArray[np.int64]
    killers: NDArray[np.int64]  # [ply, 2]
    history: NDArray[np.int64]  # [place, side]
    bias: NDArray[np.int64]  # [place]: what speaks for it before any mark is made
    reductions: NDArray[np.int64]  # [depth, number of the move]


def new_search(places: int, cells: int, nodes: int, bias: NDArray[np.int64]) -> SearchState:
    return SearchState(
        spent=np.array([0, nodes], np.int64),
        best=np.zeros(1, np.int64),
        aborted=np.zeros(1, np.uint8),
        table=np.zeros((TABLE_SIZE, 2), np.int64),
        moves=np.zeros((DEEPEST + 2, cells), np.int64),
        order=np.zeros((DEEPEST + 2, cells), np.int64),
        killers=np.zeros((DEEPEST + 2, 2), np.int64),
        history=np.zeros((places, 2), np.int64),
        bias=bias,
        reductions=_REDUCTIONS,
    )


def _reductions() -> NDArray[np.int64]:
    """How much less deeply a late move is searched at first."""
    rows = [
        [
            int(0.4 + log(max(1, depth)) * log(number + 1) / 2.2)
            for number in range(TABLED_REDUCTIONS)
        ]
        for depth in range(TABLED_REDUCTIONS)
    ]
    return np.array(rows, np.int64)


_REDUCTIONS = _reductions()


@kernel
def estimate(board: PatternBoard, side: int) -> int:
    """What a quiet position is worth to *side*, to move: shapes, more for the one with the turn."""
    other = 1 - side
    at_level = board.at_level
    worth = 3 * board.total[side] - (5 * board.total[other]) // 2
    if at_level[other, WINS_NEXT] > 0:
        worth -= 600
    worth += 200 * min(at_level[side, ONE_THREE], 4) - 60 * min(at_level[other, ONE_THREE], 6)
    return int(max(-HIGHEST_ESTIMATE, min(HIGHEST_ESTIMATE, worth // 8)))


@kernel
def candidates(board: PatternBoard, search: SearchState, side: int, ply: int, first: int) -> int:
    """Enter the moves worth looking at with what speaks for them; *first* before all others.

    When the other side threatens to win with its next move but one, only fours of either side can
    help: they fill a cell of that win or force the other side's reply.
    """
    places, marks, levels, worths = board.places, board.marks, board.levels, board.worths
    moves, order = search.moves, search.order
    other, number = 1 - side, 0
    in_danger = board.at_level[other, WINS_NEXT] > 0
    for i in range(places.shape[0]):
        place = int(places[i])
        if board.near[place] == 0 or marks[place] != FREE:
            continue
        own, their = levels[place, side], levels[place, other]
        if in_danger and own < ONE_FOUR and their < ONE_FOUR:
            continue
        worth = (2 * worths[place, side] + worths[place, other]) // 4 + 60 * own + 40 * their
        worth += search.history[place, side] // 64 + search.bias[place]
        if place == first:
            worth += 1_000_000
        elif place in (search.killers[ply, 0], search.killers[ply, 1]):
            worth += 150
        moves[ply, number], order[ply, number] = place, worth
        number += 1
    if number == 0:  # nothing free is near a mark
        moves[ply, 0], order[ply, 0] = place_of_any_free(board), 0
        number = 1
    return number


@kernel
def place_of_any_free(board: PatternBoard) -> int:
    for i in range(board.places.shape[0]):
        if board.marks[board.places[i]] == FREE:
            return int(board.places[i])
    return NOWHERE


@kernel
def bring_best_forward(search: SearchState, ply: int, start: int, number: int) -> int:
    """Exchange the most promising of the moves from *start* on with the one there; return it."""
    moves, order = search.moves, search.order
    best = start
    for i in range(start + 1, number):
        if order[ply, i] > order[ply, best]:
            best = i
    place = int(moves[ply, best])
    moves[ply, best], moves[ply, start] = moves[ply, start], place
    order[ply, best], order[ply, start] = order[ply, start], order[ply, best]
    return place


@kernel
def remember(
    search: SearchState, key: int, worth: int, place: int, depth: int, sense: int, ply: int
) -> None:
    if worth > SURE:
        worth += ply
    elif worth < -SURE:
        worth -= ply
    slot = key & (TABLE_SIZE - 1)
    search.table[slot, 0] = key
    search.table[slot, 1] = (((worth + WIN) << 12 | place) << 10 | depth) << 2 | sense


@kernel
def principal_variation_search(
    board: PatternBoard,
    forcing: Forcing,
    search: SearchState,
    side: int,
    low: int,
    high: int,
    depth: int,
    ply: int,
) -> int:
    """What the position is worth to *side*, to move, if between *low* and *high*; else a bound.

    The root is ply 0; its best move is put into `search.best` as soon as there is one, and wins by
    fours from there are for the caller to look for. Once
    `search.aborted` is set the result means nothing.
    """
    search.spent[0] += 1
    left_to_spend = search.spent[1] - search.spent[0] - forcing.spent[0]
    if forcing.stop[0] != 0 or left_to_spend < 0:
        search.aborted[0] = 1
        return 0
    other = 1 - side
    at_level, levels = board.at_level, board.levels
    if at_level[side, COMPLETES] > 0:
        return WIN - ply - 1
    if at_level[other, COMPLETES] > 1:
        return ply + 2 - WIN
    if at_level[other, COMPLETES] == 0 and at_level[side, WINS_NEXT] > 0:
        return WIN - ply - 3
    if board.free[0] == 0:
        return 0
    forced = NOWHERE
    if at_level[other, COMPLETES] == 1:
        forced = place_at_level(board, other, COMPLETES)
    has_fours = at_level[side, ONE_FOUR] + at_level[side, FOUR_AND_THREE] > 0
    if (depth <= 0 and forced == NOWHERE) or ply >= DEEPEST:
        positions = min(FORCING_AT_LEAF, search.spent[1] // SHARE_AT_LEAF, left_to_spend)
        if has_fours and forced_win(board, forcing, side, 10, positions) != NOWHERE:
            return WIN - ply - 9
        return estimate(board, side)
    key = key_of(board, side)
    slot = key & (TABLE_SIZE - 1)
    first = NOWHERE
    if search.table[slot, 0] == key:
        found = search.table[slot, 1]
        first = int(found >> 12 & 4095)
        if ply > 0 and (found >> 2 & 1023) >= depth:
            worth = int(found >> 24) - WIN
            if worth > SURE:
                worth -= ply
            elif worth < -SURE:
                worth += ply
            sense = found & 3
            if (
                sense == EXACT
                or (sense == AT_LEAST and worth >= high)
                or (sense == AT_MOST and worth <= low)
            ):
                return worth
    if forced != NOWHERE:
        search.moves[ply, 0], search.order[ply, 0] = forced, 0
        number = 1
    else:
        if ply > 0 and depth >= 2 and has_fours:
            positions = min(FORCING_INSIDE, search.spent[1] // SHARE_INSIDE, left_to_spend)
            if forced_win(board, forcing, side, 16, positions) != NOWHERE:
                return WIN - ply - 7
        if ply > 0 and high - low == 1 and at_level[other, WINS_NEXT] == 0 and abs(high) < SURE:
            worth = estimate(board, side)
            if depth <= FUTILE_DEPTH and worth - FUTILE_MARGIN * depth >= high:
                return worth
            margin = HOPELESS_MARGIN * (depth * depth + 1)
            if depth <= HOPELESS_DEPTH and worth + margin < low:
                return worth
        number = candidates(board, search, side, ply, first)
    best_worth, best, lowest = -WIN, NOWHERE, low
    for i in range(number):
        place = bring_best_forward(search, ply, i, number)
        is_quiet = levels[place, side] == QUIET and levels[place, other] == QUIET
        if i >= WIDTH and (is_quiet or i >= 2 * WIDTH):
            break
        is_late = i >= FEWEST_QUIET + QUIET_BY_DEPTH * depth
        if ply > 0 and is_late and is_quiet and best_worth > -SURE:
            break
        toggle(board, place, side)
        left = depth if forced != NOWHERE else depth - 1
        if i == 0:
            worth = -principal_variation_search(
                board, forcing, search, other, -high, -lowest, left, ply + 1
            )
        else:
            less = 0
            if depth >= 2 and i >= 2 and at_level[side, WINS_NEXT] + at_level[side, COMPLETES] == 0:
                row, column = min(depth, TABLED_REDUCTIONS - 1), min(i, TABLED_REDUCTIONS - 1)
                less = min(int(search.reductions[row, column]), depth - 1)
            worth = -principal_variation_search(
                board, forcing, search, other, -lowest - 1, -lowest, left - less, ply + 1
            )
            if worth > lowest and less > 0:
                worth = -principal_variation_search(
                    board, forcing, search, other, -lowest - 1, -lowest, left, ply + 1
                )
            if lowest < worth < high:
                worth = -principal_variation_search(
                    board, forcing, search, other, -high, -lowest, left, ply + 1
                )
        toggle(board, place, side)
        if search.aborted[0] != 0:
            return 0
        if worth > best_worth:
            best_worth, best = worth, place
            if ply == 0:
                search.best[0] = place
        lowest = max(lowest, worth)
        if lowest >= high:
            if search.killers[ply, 0] != place:
                search.killers[ply, 1] = search.killers[ply, 0]
                search.killers[ply, 0] = place
            search.history[place, side] += depth * depth
            break
    sense = AT_MOST if best_worth <= low else AT_LEAST if best_worth >= high else EXACT
    remember(search, key, best_worth, best, depth, sense, ply)
    return best_worth
