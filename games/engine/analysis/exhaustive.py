"""Every position of a small board with just one good move, found by valuing all of them.

    found = lone_moves(Ruleset(4, 4, 4))
    found.numbers, found[0].position, found[0].cell

A position counts once, however it is turned: the smallest of its images stands for all, as in
`games.core.symmetry`. The unfinished positions are found going forward from the empty board, level
by level, and valued going backward. All positions of a level are worked on at once, as arrays.
A position is a number here: the cells of the side to move, shifted left by the number of cells, and
the other side's. 4,4,4 has 1.3 million positions, which take two seconds and 200 MB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from games.core.rules import Cell, Position, Ruleset
from games.engine.search.prover import symmetries
from games.engine.search.value import Value

Keys = NDArray[np.uint32]  # positions
Indices = NDArray[np.int32]  # [position, cell]: which one of the next level follows, if one does
TAKEN, WON, FULL = -1, -2, -3  # instead of an index: no legal move, a win, a draw
Worths = NDArray[np.int8]  # as in `games.engine.search.table`

MAX_CELLS = 16  # a position is 32 bits


@dataclass(frozen=True, slots=True)
class LoneMove:
    """A position in which only one move, up to symmetry, keeps a win or a draw.

    *plies* are counted from before the move until the line; 0 if the move draws. A drawing move is
    a *block* if the other side would complete a line on its cell.
    """

    position: Position
    cell: Cell
    plies: int
    block: bool

    @property
    def value(self) -> Value:
        return Value.WIN if self.plies else Value.DRAW


@dataclass(frozen=True)
class LoneMoves(Sequence[LoneMove]):
    """All lone moves of a board: positions with the most marks first, then by their numbers.

    They are kept as arrays, since there may be half a million.
    """

    ruleset: Ruleset
    keys: Keys
    cells: Indices
    plies: Worths
    blocks: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, index: int) -> LoneMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[LoneMove]: ...
    def __getitem__(self, index: int | slice) -> LoneMove | list[LoneMove]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        key = int(self.keys[index])
        position = Position(self.ruleset, key >> self.ruleset.cells, key & self.ruleset.all_cells)
        plies, block = int(self.plies[index]), bool(self.blocks[index])
        return LoneMove(position, int(self.cells[index]), plies, block)

    @property
    def numbers(self) -> dict[int, int]:
        """How many lone moves there are, by their plies."""
        plies, numbers = np.unique(self.plies, return_counts=True)
        return dict(zip(plies.tolist(), numbers.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Level:
    """The positions with one number of marks, ascending, and what each move leads to."""

    ply: int
    keys: Keys
    after: Indices


def lone_moves(ruleset: Ruleset) -> LoneMoves:
    """Return all positions of *ruleset* with a lone move, also where it wins at once.

    Raises ValueError for more than MAX_CELLS cells.
    """
    if ruleset.cells > MAX_CELLS:
        raise ValueError(f"a table of {ruleset.cells} cells would be too large")
    board = _Board(ruleset)
    levels = _levels(board)
    following: Worths = np.zeros(0, np.int8)
    found = []
    while levels:
        level = levels.pop()  # its memory is free again once it is valued
        worths = _worths_of_moves(board, level, following)
        following = worths.max(axis=1)
        some, cells = _with_one_move(board, level, worths, following)
        found.append(_as_arrays(board, level, some, cells, following[some]))
    parts = [np.concatenate(part) for part in zip(*found, strict=True)]
    return LoneMoves(ruleset, *parts)


class _Board:
    """A ruleset as tables over all sets of cells."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.cells = ruleset.cells
        sets = np.arange(1 << ruleset.cells, dtype=np.uint32)
        self.has_line = np.zeros(len(sets), np.bool_)
        for line in ruleset.lines:
            self.has_line |= (sets & line) == line
        self.goes_to = symmetries(ruleset)[:, : ruleset.cells]
        self.images = np.zeros((len(self.goes_to), len(sets)), np.uint32)
        for image, goes_to in zip(self.images, self.goes_to, strict=True):
            for cell, place in enumerate(goes_to):
                image |= (sets >> np.uint32(cell) & 1) << np.uint32(place)

    def parts(self, keys: Keys) -> tuple[Keys, Keys]:
        """Return the cells of the side to move, and of the other."""
        return keys >> np.uint32(self.cells), keys & np.uint32((1 << self.cells) - 1)

    def key(self, own: Keys, opposing: Keys) -> Keys:
        return own << np.uint32(self.cells) | opposing

    def canonical(self, own: Keys, opposing: Keys) -> Keys:
        """Return, for each position, the image that stands for all its images."""
        least = self.key(own, opposing)
        for image in self.images[1:]:
            np.minimum(least, self.key(image[own], image[opposing]), out=least)
        return least


def _levels(board: _Board) -> list[_Level]:
    """Return all unfinished positions, level by level from the empty board."""
    levels: list[_Level] = []
    keys = np.zeros(1, np.uint32)
    while len(keys):
        level = _Level(len(levels), keys, np.full((len(keys), board.cells), TAKEN, np.int32))
        keys = _follow(board, level)
        levels.append(level)
    return levels


def _follow(board: _Board, level: _Level) -> Keys:
    """Fill in what each move leads to; return the unfinished positions of the next level."""
    own, opposing = board.parts(level.keys)
    going_on = []
    for cell in range(board.cells):
        mark = np.uint32(1 << cell)
        free = (own | opposing) & mark == 0
        marked = own | mark
        wins = free & board.has_line[marked]
        goes_on = np.flatnonzero(free & ~wins)
        level.after[wins, cell] = WON
        if level.ply + 1 == board.cells:
            level.after[goes_on, cell] = FULL
        else:
            keys = board.canonical(opposing[goes_on], marked[goes_on])
            going_on.append((cell, goes_on, keys))
    if not going_on:
        return np.zeros(0, np.uint32)
    found, index = np.unique(np.concatenate([keys for _, _, keys in going_on]), return_inverse=True)
    start = 0
    for cell, rows, keys in going_on:
        level.after[rows, cell] = index[start : start + len(keys)]
        start += len(keys)
    return found


def _worths_of_moves(board: _Board, level: _Level, following: Worths) -> Worths:
    """Return what each move is worth to the side that makes it; -100 where the cell is taken."""
    # Less than any worth: these are between plus and minus the number of cells, 16 at most.
    worths = np.full(level.after.shape, -100, np.int8)
    worths[level.after == WON] = board.cells - level.ply
    worths[level.after == FULL] = 0
    goes_on = level.after >= 0
    worths[goes_on] = -following[level.after[goes_on]]
    return worths


def _with_one_move(
    board: _Board, level: _Level, worths: Worths, best: Worths
) -> tuple[Indices, Indices]:
    """Return the positions, by index, where one move alone keeps a win or a draw, and that move."""
    keeps = (level.after != TAKEN) & (np.sign(worths) == np.sign(best)[:, None])
    number = keeps.sum(axis=1)
    choices = (level.after != TAKEN).sum(axis=1)
    # More moves than the board has symmetries cannot all be images of one.
    some = np.flatnonzero((best >= 0) & (number < choices) & (number <= len(board.images)))
    cells = keeps[some].argmax(axis=1)
    own, opposing = board.parts(level.keys[some])
    same = np.zeros(len(some), np.uint32)  # the images of the move in the same position
    for image, goes_to in zip(board.images, board.goes_to, strict=True):
        stays = board.key(image[own], image[opposing]) == level.keys[some]
        same |= np.where(stays, np.uint32(1) << goes_to[cells].astype(np.uint32), np.uint32(0))
    is_one = np.bitwise_count(same) == number[some]
    return some[is_one], cells[is_one]


def _as_arrays(
    board: _Board, level: _Level, some: Indices, cells: Indices, worths: Worths
) -> tuple[Keys, Indices, Worths, NDArray[np.bool_]]:
    """Return *some* positions of a level as columns of LoneMoves: keys, cells, plies, blocks."""
    keys = level.keys[some]
    plies = np.where(worths > 0, board.cells + 1 - worths - level.ply, 0).astype(np.int8)
    _, opposing = board.parts(keys)
    marks = np.uint32(1) << cells.astype(np.uint32)
    return keys, cells, plies, (plies == 0) & board.has_line[opposing | marks]
