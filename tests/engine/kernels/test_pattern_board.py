from random import Random

import numpy as np
import pytest

from games.core.rules import Position, Ruleset, cells_of
from games.engine.kernels.pattern_board import FREE, board_of, cell_of, toggle
from games.engine.kernels.patterns import shapes_table
from tests.engine.positions import random_position, random_ruleset

# What follows from the position alone, whatever way led to it.
SAME = (
    "marks",
    "seen",
    "pairs",
    "kinds",
    "worths",
    "shapes",
    "near",
    "total",
    "at_level",
    "free",
    "key",
)


def assert_same(board, other):
    for name in SAME:
        assert np.array_equal(getattr(board, name), getattr(other, name)), name
    free = board.places[board.marks[board.places] == FREE]
    assert np.array_equal(board.levels[free], other.levels[free])


@pytest.mark.parametrize("seed", range(12))
def test_marks_come_and_go_in_any_order(seed):
    random = Random(seed)
    for _ in range(4):
        ruleset = random_ruleset(random, random.choice([5, 9, 19]))
        board = board_of(Position(ruleset))
        sides = {}
        for _ in range(200):
            cell = random.randrange(ruleset.cells)
            side = sides.pop(cell, None)
            if side is None:
                side = sides[cell] = random.randrange(2)
            toggle(board, int(board.places[cell]), side)
        masks = [sum(1 << cell for cell in sides if sides[cell] == side) for side in (0, 1)]
        assert_same(board, board_of(Position(ruleset, *masks)))


def test_totals_count_free_cells_only():
    random = Random(1)
    for _ in range(50):
        position = random_position(random, random_ruleset(random))
        board = board_of(position)
        free = board.places[list(cells_of(position.free))]
        assert board.free[0] == len(free)
        each = board.kinds[free][..., None] >> np.arange(0, 16, 4) & 15
        assert np.array_equal(board.shapes[free], shapes_table()[each].sum(axis=2))
        assert board.total.tolist() == board.shapes[free].sum(axis=0).tolist()
        for side in (0, 1):
            counts = np.bincount(board.levels[free, side], minlength=7)
            assert board.at_level[side].tolist() == counts.tolist()


def test_the_sides_are_seen_alike():
    position = Position.after(Ruleset(9, 9, 5), [40, 41, 31, 49])
    board = board_of(position)
    swapped = board_of(Position(position.ruleset, position.opposing, position.own))
    free = board.places[list(cells_of(position.free))]
    assert np.array_equal(board.levels[free], swapped.levels[free, ::-1])
    assert np.array_equal(board.worths, swapped.worths[:, ::-1])
    assert np.array_equal(board.shapes, swapped.shapes[:, ::-1])
    assert board.key[0] != swapped.key[0]


@pytest.mark.parametrize("numbers", [(3, 3, 3), (19, 4, 12), (5, 19, 19)])
def test_places_and_cells_are_the_same_the_other_way(numbers):
    board = board_of(Position(Ruleset(*numbers)))
    cells = [cell_of(board, int(place)) for place in board.places]
    assert cells == list(range(numbers[0] * numbers[1]))
