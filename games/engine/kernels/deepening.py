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
AT_LEAST, AT_MOST), the last three in PLACE_BITS, DEPTH_BITS and SENSE_BITS. Worths of wins are kept
as counted from the node.
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
    TWO_THREES,
    WINS_NEXT,
)

WIN, SURE, MAX_ESTIMATE = 30_000, 25_000, 20_000
UNDECIDED = WIN + 1  # in place of a worth: none is known
DEEPEST = 120  # plies
TABLE_SIZE = 1 << 18
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
PLACE_BITS, DEPTH_BITS, SENSE_BITS = 12, 10, 2

# The numbers from here on were set by hand when this search was made, and kept: games judge them
# together (docs/engine.md, Levels), and none has been measured by itself.
WIDTH = 16  # quiet moves looked at; as many more if they are not quiet
FORCING_INSIDE, FORCING_AT_LEAF = 300, 60  # positions for each search for a win by fours, and no
SHARE_INSIDE, SHARE_AT_LEAF = 25, 125  # more than one in so many of all, lest one takes too many
FOURS_INSIDE, FOURS_AT_LEAF = 16, 10  # in a row, looked for by these searches
PLIES_OF_FOURS_INSIDE, PLIES_OF_FOURS_AT_LEAF = 7, 9  # until the line, as such a win is counted
FUTILE_DEPTH, FUTILE_MARGIN = 6, 40  # a position this much better than needed is good enough
HOPELESS_DEPTH, HOPELESS_MARGIN = 3, 60  # and one this much worse not worth a look
MIN_QUIET, QUIET_BY_DEPTH = 4, 2
TABLED_REDUCTIONS, FIRST_REDUCTION, REDUCTION_DIVISOR = 64, 0.4, 2.2  # of late moves, by logarithms
FIRST_REDUCED = 2  # moves before it are the best by all signs, and searched in full

# What a position is worth: shapes by `patterns.shapes_table`, those of the side to move three times
# and the other's two and a half times; and what threatens to become more than its shapes say.
# Fitted to results of games, together with the shapes (`python -m tools fit_shapes`), but for two
# threes against no fours: they won every game, and count so much that the search goes there.
OWN_SHAPES, HALVES_OF_THEIR_SHAPES = 3, 5
TO_FACE_A_WIN = 800  # against a side that must answer a threat of two fours
OWN_THREE, MAX_OWN_THREES = 340, 4  # each open three that can be made, up to so many
THEIR_THREE, MAX_THEIR_THREES = 270, 6
OWN_TWO_THREES = 6_600  # that can be made at once, where the other side can make no four,
OWN_TWO_THREES_AGAINST_FOURS = 3_200  # and where it can
THEIR_FOUR_AND_THREE = 1_500
UNITS = 8  # of the sum, in one of a worth

# In which order moves are looked at: the level and the shapes they make, then what the search has
# learnt of them; the table's move before all others.
OWN_LEVEL, THEIR_LEVEL = 60, 40
OWN_SHAPES_MADE, SHAPES_DIVISOR = 2, 4  # to build counts twice as much as to spoil
HISTORY_DIVISOR = 64
KILLER, FROM_TABLE = 150, 1_000_000


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
    """Return how much less deeply a late move is searched at first."""
    rows = [
        [
            int(FIRST_REDUCTION + log(max(1, depth)) * log(number + 1) / REDUCTION_DIVISOR)
            for number in range(TABLED_REDUCTIONS)
        ]
        for depth in range(TABLED_REDUCTIONS)
    ]
    return np.array(rows, np.int64)


_REDUCTIONS = _reductions()


@kernel
def estimate(board: PatternBoard, side: int) -> int:
    """Return a quiet position's worth to *side*, to move: shapes, its own counting more."""
    other = 1 - side
    at_level = board.at_level
    worth = OWN_SHAPES * board.total[side] - (HALVES_OF_THEIR_SHAPES * board.total[other]) // 2
    worth += OWN_THREE * min(at_level[side, ONE_THREE], MAX_OWN_THREES)
    worth -= THEIR_THREE * min(at_level[other, ONE_THREE], MAX_THEIR_THREES)
    if at_level[other, WINS_NEXT] > 0:
        worth -= TO_FACE_A_WIN
    else:
        if at_level[side, TWO_THREES] > 0:
            their_fours = at_level[other, ONE_FOUR] + at_level[other, FOUR_AND_THREE]
            worth += OWN_TWO_THREES if their_fours == 0 else OWN_TWO_THREES_AGAINST_FOURS
        if at_level[other, FOUR_AND_THREE] > 0:
            worth -= THEIR_FOUR_AND_THREE
    return int(max(-MAX_ESTIMATE, min(MAX_ESTIMATE, worth // UNITS)))


@kernel
def candidates(board: PatternBoard, search: SearchState, side: int, ply: int, first: int) -> int:
    """Enter the moves worth looking at with what speaks for them; *first* before all others.

    When the other side threatens to win with its next move but one, only fours of either side can
    help: they fill a cell of that win or force the other side's reply.
    """
    places, marks, levels, shapes = board.places, board.marks, board.levels, board.shapes
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
        worth = (OWN_SHAPES_MADE * shapes[place, side] + shapes[place, other]) // SHAPES_DIVISOR
        worth += OWN_LEVEL * own + THEIR_LEVEL * their
        worth += search.history[place, side] // HISTORY_DIVISOR + search.bias[place]
        if place == first:
            worth += FROM_TABLE
        elif place in (search.killers[ply, 0], search.killers[ply, 1]):
            worth += KILLER
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
    placed = (worth + WIN) << PLACE_BITS | place
    search.table[slot, 0] = key
    search.table[slot, 1] = (placed << DEPTH_BITS | depth) << SENSE_BITS | sense


@kernel
def best_remembered(table: NDArray[np.int64], key: int) -> int:
    """Return the place that was best when the position was last searched; NOWHERE if unknown."""
    slot = key & (TABLE_SIZE - 1)
    if table[slot, 0] != key:
        return NOWHERE
    return int(table[slot, 1] >> SENSE_BITS + DEPTH_BITS & (1 << PLACE_BITS) - 1)


@kernel
def worth_remembered(
    table: NDArray[np.int64], key: int, depth: int, low: int, high: int, ply: int
) -> int:
    """Return what the table says of the position, if that is enough here; else UNDECIDED."""
    slot = key & (TABLE_SIZE - 1)
    found = table[slot, 1]
    if table[slot, 0] != key or found >> SENSE_BITS & (1 << DEPTH_BITS) - 1 < depth:
        return UNDECIDED
    worth = int(found >> SENSE_BITS + DEPTH_BITS + PLACE_BITS) - WIN
    if worth > SURE:
        worth -= ply
    elif worth < -SURE:
        worth += ply
    sense = found & (1 << SENSE_BITS) - 1
    if sense == EXACT or (sense == AT_LEAST and worth >= high):
        return worth
    return worth if sense == AT_MOST and worth <= low else UNDECIDED


@kernel
def at_a_glance(at_level: NDArray[np.int32], side: int, ply: int) -> int:
    """Return the worth of a position that threats decide; else UNDECIDED."""
    other = 1 - side
    if at_level[side, COMPLETES] > 0:
        return WIN - ply - 1
    if at_level[other, COMPLETES] > 1:
        return ply + 2 - WIN
    if at_level[other, COMPLETES] == 0 and at_level[side, WINS_NEXT] > 0:
        return WIN - ply - 3
    return UNDECIDED


@kernel
def is_far_off(estimated: int, low: int, high: int, depth: int) -> bool:
    """Return whether an estimate is too far from what is asked for a little depth to change it."""
    if depth <= FUTILE_DEPTH and estimated - FUTILE_MARGIN * depth >= high:
        return True
    return depth <= HOPELESS_DEPTH and estimated + HOPELESS_MARGIN * (depth * depth + 1) < low


@kernel
def is_too_late(number: int, is_quiet: bool, depth: int, ply: int, best_worth: int) -> bool:
    """Return whether moves from *number* on are left out, where the best so far is *best_worth*."""
    if number >= WIDTH and (is_quiet or number >= 2 * WIDTH):
        return True
    is_late = number >= MIN_QUIET + QUIET_BY_DEPTH * depth
    return ply > 0 and is_late and is_quiet and best_worth > -SURE


@kernel
def reduction(reductions: NDArray[np.int64], depth: int, number: int) -> int:
    """Return how much less deeply move *number*, which threatens nothing, is searched at first."""
    if depth < 2 or number < FIRST_REDUCED:
        return 0
    row, column = min(depth, TABLED_REDUCTIONS - 1), min(number, TABLED_REDUCTIONS - 1)
    return min(int(reductions[row, column]), depth - 1)


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
    """Return what the position is worth to *side*, to move, if from *low* to *high*; else a bound.

    The root is ply 0; its best move is put into `search.best` as soon as there is one, and wins by
    fours from there are for the caller to look for. Once `search.aborted` is set the result means
    nothing.

    One long function: its parts that need the whole board, which is 18 arrays, cost 11 to 16 %
    when they were functions of their own. Those that need a number or an array cost nothing.
    """
    search.spent[0] += 1
    left_to_spend = search.spent[1] - search.spent[0] - forcing.spent[0]
    if forcing.stop[0] != 0 or left_to_spend < 0:
        search.aborted[0] = 1
        return 0
    at_level, levels, other = board.at_level, board.levels, 1 - side
    worth = at_a_glance(at_level, side, ply)
    if worth != UNDECIDED:
        return worth
    if board.free[0] == 0:
        return 0
    forced = NOWHERE
    if at_level[other, COMPLETES] == 1:
        forced = place_at_level(board, other, COMPLETES)
    has_fours = at_level[side, ONE_FOUR] + at_level[side, FOUR_AND_THREE] > 0
    if (depth <= 0 and forced == NOWHERE) or ply >= DEEPEST:
        positions = min(FORCING_AT_LEAF, search.spent[1] // SHARE_AT_LEAF, left_to_spend)
        if has_fours and forced_win(board, forcing, side, FOURS_AT_LEAF, positions) != NOWHERE:
            return WIN - ply - PLIES_OF_FOURS_AT_LEAF
        return estimate(board, side)
    key = key_of(board, side)
    if ply > 0:
        worth = worth_remembered(search.table, key, depth, low, high, ply)
        if worth != UNDECIDED:
            return worth
    if forced != NOWHERE:
        search.moves[ply, 0], search.order[ply, 0] = forced, 0
        number = 1
    else:
        if ply > 0 and depth >= 2 and has_fours:
            positions = min(FORCING_INSIDE, search.spent[1] // SHARE_INSIDE, left_to_spend)
            if forced_win(board, forcing, side, FOURS_INSIDE, positions) != NOWHERE:
                return WIN - ply - PLIES_OF_FOURS_INSIDE
        # Only where a bound is asked for: the worths on the best line have to be exact.
        if ply > 0 and high - low == 1 and at_level[other, WINS_NEXT] == 0 and abs(high) < SURE:
            worth = estimate(board, side)
            if is_far_off(worth, low, high, depth):
                return worth
        number = candidates(board, search, side, ply, best_remembered(search.table, key))
    left = depth if forced != NOWHERE else depth - 1
    best_worth, best, lowest = -WIN, NOWHERE, low
    for i in range(number):
        place = bring_best_forward(search, ply, i, number)
        is_quiet = levels[place, side] == QUIET and levels[place, other] == QUIET
        if is_too_late(i, is_quiet, depth, ply, best_worth):
            break
        toggle(board, place, side)
        if i > 0:  # is it better at all, at first with less depth?
            less = 0
            if at_level[side, WINS_NEXT] + at_level[side, COMPLETES] == 0:
                less = reduction(search.reductions, depth, i)
            worth = -principal_variation_search(
                board, forcing, search, other, -lowest - 1, -lowest, left - less, ply + 1
            )
            if worth > lowest and less > 0:
                worth = -principal_variation_search(
                    board, forcing, search, other, -lowest - 1, -lowest, left, ply + 1
                )
        if i == 0 or lowest < worth < high:
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
