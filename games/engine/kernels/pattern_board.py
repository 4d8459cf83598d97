"""A board for large-board searches that knows what every free cell is good for.

Whenever a mark comes or goes, the kinds, level and worths (see `patterns`) of the free cells in
line with it are brought up to date, for both sides; a search then reads off who threatens what.

Data: the board has a margin of k - 1 cells all round, so that looking along a line needs no
limits; a *place* is the number of a cell on this wider board, row by row. `seen` holds, for each
place and direction, which of its 2k - 2 neighbours are side 0's and which side 1's, as bits in
the order that `patterns.kind_of` explains; cells of the margin are in both. Where there is a table
of kinds, side 1's are the upper half of the one number that the table is asked with; for larger k
they are a second number. The arrays of `_CHANGING` belong to one search; the others are shared.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.core.rules import Cell, Position, Ruleset, cells_of
from games.engine.kernels.bits import uint64
from games.engine.kernels.jit import kernel
from games.engine.kernels.patterns import (
    KINDS,
    LEVEL_COUNT,
    OPEN_THREE,
    kinds_of,
    kinds_table,
    levels_table,
    shapes_table,
    worths_table,
)

FREE, MARGIN = 0, 3  # `marks`; a mark of a side is side + 1
NEAR = 2  # rows and columns within which a cell is near a mark
NOWHERE = 0  # a place in the margin: none


class PatternBoard(NamedTuple):
    """One position and what follows from it, and the tables it is worked out with."""

    k: int
    marks: NDArray[np.int8]  # [place]
    seen: NDArray[np.int64]  # [place, direction, 0 or 0 and 1]
    pairs: NDArray[np.uint8]  # [place, direction]: the kinds for both sides, four bits each
    fresh: NDArray[np.uint8]  # the same, where there is no table, while a mark changes
    kinds: NDArray[np.int32]  # [place, side]: the kinds in all directions, four bits each
    levels: NDArray[np.int8]  # [place, side]
    worths: NDArray[np.int32]  # [place, side]: where threats are put in order
    shapes: NDArray[np.int32]  # [place, side]: in estimates, and where other moves are put in order
    near: NDArray[np.int32]  # [place]: the number of marks near it
    total: NDArray[np.int64]  # [side]: the shapes of all free cells
    at_level: NDArray[np.int32]  # [side, level]: the number of free cells
    free: NDArray[np.int64]  # one number: how many cells are free
    key: NDArray[np.int64]  # one number: equal for equal positions, and hardly ever for others
    places: NDArray[np.int64]  # [cell]
    steps: NDArray[np.int64]  # [direction]: from a place to its next neighbour
    keys: NDArray[np.int64]  # [place, side]: random
    kind_table: NDArray[np.uint8]
    level_table: NDArray[np.int8]
    worth_table: NDArray[np.int64]
    shape_table: NDArray[np.int64]


def board_of(position: Position) -> PatternBoard:
    """Return the board of a position; side 0 is the side to move."""
    board = _empty(position.ruleset)
    copied = board._replace(**{name: getattr(board, name).copy() for name in _CHANGING})
    for side, marks in enumerate((position.own, position.opposing)):
        for cell in cells_of(marks):
            toggle(copied, int(board.places[cell]), side)
    return copied


_CHANGING = (
    "marks",
    "seen",
    "pairs",
    "fresh",
    "kinds",
    "levels",
    "worths",
    "shapes",
    "near",
    "total",
    "at_level",
    "free",
    "key",
)


def cell_of(board: PatternBoard, place: int) -> Cell:
    return int(np.searchsorted(board.places, place))


@lru_cache(maxsize=32)
def _empty(ruleset: Ruleset) -> PatternBoard:
    """Return the board without marks; shared, so it must be copied."""
    reach = ruleset.k - 1
    width = ruleset.m + 2 * reach
    size = width * (ruleset.n + 2 * reach)
    rows, columns = np.divmod(np.arange(ruleset.cells), ruleset.m)
    keys = np.random.default_rng(ruleset.cells).integers(1 << 62, size=(size, 2))
    board = PatternBoard(
        k=ruleset.k,
        marks=np.full(size, MARGIN, np.int8),
        seen=np.zeros((size, 4, 1 if len(kinds_table(ruleset.k)) else 2), np.int64),
        pairs=np.zeros((size, 4), np.uint8),
        fresh=np.zeros((size, 4), np.uint8),
        kinds=np.zeros((size, 2), np.int32),
        levels=np.zeros((size, 2), np.int8),
        worths=np.zeros((size, 2), np.int32),
        shapes=np.zeros((size, 2), np.int32),
        near=np.zeros(size, np.int32),
        total=np.zeros(2, np.int64),
        at_level=np.zeros((2, LEVEL_COUNT), np.int32),
        free=np.full(1, ruleset.cells, np.int64),
        key=np.zeros(1, np.int64),
        places=(rows + reach) * width + columns + reach,
        steps=np.array([1, width, width + 1, width - 1], np.int64),
        keys=keys,
        kind_table=kinds_table(ruleset.k),
        level_table=levels_table(),
        worth_table=worths_table(),
        shape_table=shapes_table(),
    )
    board.marks[board.places] = FREE
    _fill(board)
    return board


@kernel
def _fill(board: PatternBoard) -> None:
    """Work out everything for a board without marks."""
    reach = board.k - 1
    for i in range(board.places.shape[0]):
        place = board.places[i]
        for direction in range(4):
            margin = 0
            for bit in range(2 * reach):
                distance = bit - reach if bit < reach else bit - reach + 1
                if board.marks[place + distance * board.steps[direction]] == MARGIN:
                    margin |= 1 << bit
            if board.kind_table.shape[0] > 0:
                board.seen[place, direction, 0] = margin | margin << 2 * reach
            else:
                board.seen[place, direction, 0] = margin
                board.seen[place, direction, 1] = margin
            pair = kinds_of(margin, margin, board.k)
            board.pairs[place, direction] = pair
            for side in range(2):
                kind = pair >> 4 * side & (KINDS - 1)
                board.kinds[place, side] |= kind << 4 * direction
                board.worths[place, side] += board.worth_table[kind]
                board.shapes[place, side] += board.shape_table[kind]
        for side in range(2):
            level = board.level_table[board.kinds[place, side]]
            board.levels[place, side] = level
            board.at_level[side, level] += 1
            board.total[side] += board.shapes[place, side]


@kernel
def _count_as_near(near: NDArray[np.int32], place: int, width: int, sign: int) -> None:
    """Add *sign*, which is 1 or -1, to the number of marks near each place around *place*."""
    for row in range(-NEAR, NEAR + 1):
        start = place + row * width
        for column in range(-NEAR, NEAR + 1):
            near[start + column] += sign


@kernel
def _look_from_neighbours(board: PatternBoard, place: int, side: int) -> None:
    """Bring `seen` up to date where there is no table, and put the neighbours' kinds into `fresh`.

    For `toggle`: were it done there, what is done with a table would take a tenth longer.
    """
    reach, seen = board.k - 1, board.seen
    for direction in range(4):
        for way in range(2):
            step = board.steps[direction] if way == 0 else -board.steps[direction]
            for distance in range(1, reach + 1):
                neighbour = place + distance * step
                if board.marks[neighbour] == MARGIN:
                    break
                bit = reach - distance if way == 0 else reach + distance - 1
                seen[neighbour, direction, side] ^= 1 << bit
                first, second = seen[neighbour, direction, 0], seen[neighbour, direction, 1]
                board.fresh[neighbour, direction] = kinds_of(first, second, board.k)


@kernel
def _change(board: PatternBoard, place: int, side: int) -> int:
    """Change the mark of a place and how the place counts. Return 1 if the mark is new, else -1."""
    is_new = board.marks[place] == FREE
    sign = 1 if is_new else -1
    board.marks[place] = side + 1 if is_new else FREE
    board.free[0] -= sign
    board.key[0] ^= board.keys[place, side]
    for either in range(2):  # what a marked place would be good for does not count
        if not is_new:
            board.levels[place, either] = board.level_table[board.kinds[place, either]]
        board.at_level[either, board.levels[place, either]] -= sign
        board.total[either] -= sign * board.shapes[place, either]
    return sign


@kernel
def toggle(board: PatternBoard, place: int, side: int) -> None:
    """Put a mark of *side* on a free place, or take it away again.

    Half of all searching is done here. So it is one long function: to hand its many arrays on would
    take as long as the work itself. Indices are unsigned, because numba asks of each signed one
    whether it counts from the end, which takes a quarter longer.
    """
    marks, seen, pairs, kinds = board.marks, board.seen, board.pairs, board.kinds
    levels, worths, shapes, total = board.levels, board.worths, board.shapes, board.total
    kind_table, level_table, at_level = board.kind_table, board.level_table, board.at_level
    worth_table, shape_table, reach = board.worth_table, board.shape_table, board.k - 1
    has_table, fresh, shift_of_side = kind_table.shape[0] > 0, board.fresh, 2 * reach * side
    if not has_table:
        _look_from_neighbours(board, place, side)
    sign = _change(board, place, side)
    for direction in range(4):
        line = uint64(direction)
        for way in range(2):  # a neighbour after the mark sees it among those before
            step = board.steps[direction] if way == 0 else -board.steps[direction]
            at = place
            for distance in range(1, reach + 1):
                at += step
                neighbour = uint64(at)
                mark = marks[neighbour]
                if mark == MARGIN:
                    break
                bit = reach - distance if way == 0 else reach + distance - 1
                if has_table:
                    code = seen[neighbour, line, 0] ^ 1 << bit + shift_of_side
                    seen[neighbour, line, 0] = code
                    pair = int(kind_table[uint64(code)])
                else:
                    pair = int(fresh[neighbour, line])
                before = int(pairs[neighbour, line])
                if pair == before:
                    continue
                pairs[neighbour, line] = pair
                for number in range(2):
                    whose = uint64(number)
                    kind = pair >> 4 * number & (KINDS - 1)
                    kind_before = before >> 4 * number & (KINDS - 1)
                    if kind == kind_before:
                        continue
                    four = int(kinds[neighbour, whose]) ^ (kind ^ kind_before) << 4 * direction
                    kinds[neighbour, whose] = four
                    gain = worth_table[uint64(kind)] - worth_table[uint64(kind_before)]
                    worths[neighbour, whose] += gain
                    gain = shape_table[uint64(kind)] - shape_table[uint64(kind_before)]
                    shapes[neighbour, whose] += gain
                    if mark != FREE:
                        continue
                    total[whose] += gain
                    if max(kind, kind_before) < OPEN_THREE:
                        continue  # no level depends on kinds below an open three
                    level, level_before = level_table[uint64(four)], levels[neighbour, whose]
                    if level != level_before:
                        levels[neighbour, whose] = level
                        at_level[whose, level_before] -= 1
                        at_level[whose, level] += 1
    _count_as_near(board.near, place, board.steps[1], sign)
