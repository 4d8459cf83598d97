"""Wins by threats alone on a pattern board, compiled: victory by continuous fours.

Every move of the attacker threatens to complete a line, so every reply is forced. What is found is
certain: the attacker's threats are checked against everything that the defender could do, which
is to fill the one cell left. What is not found may still be there: only threats were tried, and
no more positions than the budget allows.

Source: the "threat-space" idea of Allis (1994), restricted to fours as in Rapfi and Carbon, with a
table of positions that failed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.kernels.jit import kernel
from games.engine.kernels.pattern_board import FREE, NOWHERE, PatternBoard, toggle
from games.engine.kernels.patterns import COMPLETES, FOUR_AND_THREE, ONE_FOUR, WINS_NEXT

LONGEST = 60  # threats in a row
FAILED_SIZE = 1 << 14  # positions
KEY_OF_TURN = 0x1E3779B97F4A7C15
LEVEL_WORTH = 4000  # of a level, beside the shapes of both sides: which four is tried first


class Forcing(NamedTuple):
    """What the searches for forced wins of one move share."""

    spent: NDArray[np.int64]  # one number: positions looked at
    line: NDArray[np.int64]  # the win found last: places of both sides, NOWHERE after the last
    moves: NDArray[np.int64]  # [depth, number]: places to try
    urgency: NDArray[np.int64]  # [depth, number]: of these places
    failed: NDArray[np.int64]  # keys of positions without a win,
    failed_depth: NDArray[np.int32]  # and by how many threats in a row it was looked for
    stop: NDArray[np.uint8]


def new_forcing(cells: int, stop: NDArray[np.uint8]) -> Forcing:
    return Forcing(
        spent=np.zeros(1, np.int64),
        line=np.zeros(2 * LONGEST + 4, np.int64),
        moves=np.zeros((LONGEST + 1, cells), np.int64),
        urgency=np.zeros((LONGEST + 1, cells), np.int64),
        failed=np.zeros(FAILED_SIZE, np.int64),
        failed_depth=np.zeros(FAILED_SIZE, np.int32),
        stop=stop,
    )


@kernel
def key_of(board: PatternBoard, side: int) -> int:
    """Return the key of the position with *side* to move."""
    return int(board.key[0]) ^ KEY_OF_TURN * side


@kernel
def place_at_level(board: PatternBoard, side: int, level: int) -> int:
    """Return the first free place of that level for *side*; NOWHERE if there is none."""
    places, marks, levels = board.places, board.marks, board.levels
    for i in range(places.shape[0]):
        place = int(places[i])
        if levels[place, side] == level and marks[place] == FREE:
            return place
    return NOWHERE


@kernel
def threats(board: PatternBoard, forcing: Forcing, side: int, depth: int) -> int:
    """Put the places where *side* makes a four into row *depth*, the most urgent first.

    Return their number.
    """
    places, marks, levels, worths = board.places, board.marks, board.levels, board.worths
    moves, urgency = forcing.moves, forcing.urgency
    other, number = 1 - side, 0
    must = NOWHERE
    if board.at_level[other, COMPLETES] > 0:
        must = place_at_level(board, other, COMPLETES)
    for i in range(places.shape[0]):
        place = int(places[i])
        if levels[place, side] < ONE_FOUR or marks[place] != FREE:
            continue
        if must not in (NOWHERE, place):
            continue
        worth = (
            int(worths[place, side]) + int(worths[place, other]) + LEVEL_WORTH * levels[place, side]
        )
        j = number
        while j > 0 and urgency[depth, j - 1] < worth:
            moves[depth, j], urgency[depth, j] = moves[depth, j - 1], urgency[depth, j - 1]
            j -= 1
        moves[depth, j], urgency[depth, j] = place, worth
        number += 1
    return number


@kernel
def forced_win(board: PatternBoard, forcing: Forcing, side: int, most: int, positions: int) -> int:
    """Return the place with which *side*, to move, begins a win by at most *most* more fours.

    NOWHERE if none is found in *positions* positions. The line found is in `forcing.line`; it ends
    with a completed line or with two threats at once.
    """
    limit = forcing.spent[0] + positions
    return win_by_fours(board, forcing, side, typed(most), typed(0), typed(limit))


@kernel
def typed(number: int) -> int:
    """Return *number* as a plain 64-bit one.

    A literal would make numba compile a recursive kernel twice, which crashes once it is loaded
    from the disk.
    """
    return int(number + np.int64(0))


@kernel
def win_by_fours(
    board: PatternBoard, forcing: Forcing, side: int, most: int, depth: int, limit: int
) -> int:
    """Do as `forced_win`, after *depth* fours and until `forcing.spent` reaches *limit*."""
    forcing.spent[0] += 1
    other = 1 - side
    at_level, line = board.at_level, forcing.line
    if at_level[side, COMPLETES] > 0:
        line[2 * depth], line[2 * depth + 1] = place_at_level(board, side, COMPLETES), NOWHERE
        return int(line[2 * depth])
    must = at_level[other, COMPLETES]
    if must > 1:
        return NOWHERE
    if must == 0 and at_level[side, WINS_NEXT] > 0:
        line[2 * depth], line[2 * depth + 1] = place_at_level(board, side, WINS_NEXT), NOWHERE
        return int(line[2 * depth])
    fours = at_level[side, ONE_FOUR] + at_level[side, FOUR_AND_THREE] + at_level[side, WINS_NEXT]
    if most <= 0 or depth >= LONGEST or fours == 0:
        return NOWHERE
    key = key_of(board, side)
    slot = key & (FAILED_SIZE - 1)
    if forcing.failed[slot] == key and forcing.failed_depth[slot] >= most:
        return NOWHERE
    for i in range(threats(board, forcing, side, depth)):
        if forcing.spent[0] > limit or forcing.stop[0] != 0:
            return NOWHERE
        place = int(forcing.moves[depth, i])
        won = False
        toggle(board, place, side)
        if at_level[other, COMPLETES] == 0:
            reply = place_at_level(board, side, COMPLETES)
            line[2 * depth], line[2 * depth + 1] = place, reply
            toggle(board, reply, other)
            won = win_by_fours(board, forcing, side, most - 1, depth + 1, limit) != NOWHERE
            toggle(board, reply, other)
        toggle(board, place, side)
        if won:
            return place
    if forcing.spent[0] <= limit and forcing.stop[0] == 0:
        forcing.failed[slot], forcing.failed_depth[slot] = key, most
    return NOWHERE
