from random import Random

import numpy as np
import pytest

from games.core.rules import Position, Ruleset
from games.engine.kernels.strips import (
    draw,
    free_cells,
    mark,
    random_state,
    shifts_for,
    strips_of,
    words_of,
)
from tests.engine.positions import random_position, random_ruleset


@pytest.mark.parametrize(("k", "shifts"), [(3, [1, 1]), (5, [1, 2, 1]), (19, [1, 2, 4, 8, 3])])
def test_shifts_reach_k_neighbours(k, shifts):
    assert shifts_for(k) == shifts + [0] * (5 - len(shifts))


@pytest.mark.parametrize("k", range(3, 20))
def test_shifts_find_k_neighbours_and_no_fewer(k):
    for marks in (k - 1, k, k + 1):
        word = (1 << marks) - 1
        for shift in shifts_for(k):
            word &= word >> shift
        assert bool(word) == (marks >= k)


def test_a_board_has_rows_columns_and_diagonals():
    assert strips_of(Ruleset(15, 15, 5)).number == 15 + 15 + 29 + 29
    assert strips_of(Ruleset(4, 3, 3)).number == 4 + 3 + 6 + 6


def test_every_bit_of_a_strip_is_one_cell():
    strips = strips_of(Ruleset(7, 4, 4))
    for direction in range(4):
        places = zip(strips.strip[:, direction], strips.bit[:, direction], strict=True)
        assert len(set(places)) == 28


def test_a_line_is_seen_when_it_is_completed():
    random = Random(1)
    for _ in range(400):
        ruleset = random_ruleset(random, largest=random.choice([4, 7, 19]))
        position = random_position(random, ruleset)
        strips = strips_of(ruleset)
        words = words_of(position, strips)
        for cell in position.legal_moves():
            seen = mark(words.copy(), 0, cell, strips)
            assert seen == position.wins_at(cell)


def test_marking_leads_to_the_words_of_the_next_position():
    random = Random(2)
    for _ in range(100):
        position = random_position(random, random_ruleset(random))
        cell = random.choice(position.legal_moves())
        strips = strips_of(position.ruleset)
        words = words_of(position, strips)
        mark(words, 0, cell, strips)
        after = words_of(position.play(cell), strips)
        assert np.array_equal(np.roll(after, strips.number), words)


def test_free_cells_are_those_without_a_mark():
    assert free_cells(Position.after(Ruleset(3, 3, 3), [4, 0])).tolist() == [1, 2, 3, 5, 6, 7, 8]


def test_drawn_numbers_are_all_as_likely():
    state = random_state(5)
    counts = np.bincount([draw(state, 7) for _ in range(70_000)], minlength=7)
    assert counts.sum() == 70_000
    assert len(counts) == 7
    assert abs(counts - 10_000).max() < 500  # five standard deviations


@pytest.mark.parametrize("seed", [0, 1, (1 << 64) - 1, 1 << 64])
def test_any_seed_will_do(seed):
    state = random_state(seed)
    assert state[0] != 0
    assert len({draw(state, 1 << 30) for _ in range(10)}) == 10
