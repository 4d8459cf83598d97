"""Which boards are rated, and in which pool."""

import pytest

from games.compete.ratings.pools import CLOCKS, MIN_OPENINGS, USUAL, Pool, boards, pool_of
from games.core.rules import Ruleset
from games.engine.openings.balanced import book


@pytest.mark.parametrize(
    ("numbers", "pool"),
    [
        ((15, 15, 5), Pool.FIVES),
        ((6, 6, 4), Pool.FOURS),
        ((7, 5, 4), Pool.FOURS),
        ((5, 7, 4), Pool.FOURS),  # the same board on its side
        ((3, 3, 3), None),
        ((4, 4, 4), None),  # nobody loses there
        ((7, 7, 4), None),  # no opening is proven to be a draw
        ((8, 8, 5), None),
        ((15, 15, 6), None),
        ((17, 10, 5), None),  # nobody measured openings
    ],
)
def test_a_board_belongs_to_the_pool_of_its_line_if_its_book_is_big_enough(numbers, pool):
    assert pool_of(Ruleset(*numbers)) is pool


@pytest.mark.parametrize("pool", Pool)
def test_every_board_of_a_pool_has_enough_openings(pool):
    assert USUAL[pool].ruleset in boards(pool)
    for ruleset in boards(pool):
        assert pool_of(ruleset) is pool
        assert len(book(ruleset)) >= MIN_OPENINGS


def test_a_rated_game_has_a_budget_of_time():
    assert all(clock.initial_ms and not clock.per_move_ms for clock in CLOCKS)
    assert {usual.clock for usual in USUAL.values()} <= set(CLOCKS)


def test_pools_are_told_by_their_titles():
    assert [(pool.value, str(pool.label)) for pool in Pool] == [
        ("fives", "Fives"),
        ("fours", "Fours"),
    ]
