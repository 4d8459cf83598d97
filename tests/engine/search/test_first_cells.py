"""What is kept about first marks is what the solver finds, and what it means for the swap rule."""

import pytest

from bench.engine.first_cells import picture
from games.core.rules import Ruleset
from games.engine.search.first_cells import (
    FIRST_CELLS,
    Fairness,
    drawn_first_cells,
    fairness_with_swap,
)


@pytest.mark.parametrize("numbers", [(6, 5, 4), (7, 5, 4), (6, 6, 4)])
def test_the_solver_finds_what_is_kept(numbers):
    assert picture(Ruleset(*numbers)) == FIRST_CELLS[Ruleset(*numbers)]


@pytest.mark.parametrize(
    "numbers", [(4, 3, 3), (4, 4, 3), (6, 5, 3), (19, 3, 3), (10, 7, 3), (16, 11, 3)]
)
def test_with_three_in_a_row_no_first_mark_is_a_draw(numbers):
    ruleset = Ruleset(*numbers)
    assert set(picture(ruleset)) <= set("wl ")
    assert fairness_with_swap(ruleset) is Fairness.UNFAIR


def test_pictures_are_as_large_as_their_boards():
    for ruleset, kept in FIRST_CELLS.items():
        assert [len(row) for row in kept.split()] == [ruleset.m] * ruleset.n
        assert ruleset.m >= ruleset.n


def test_a_board_is_known_however_it_is_turned():
    lying, standing = Ruleset(6, 5, 4), Ruleset(5, 6, 4)
    turned = {column * 5 + row for row, column in (divmod(c, 6) for c in drawn_first_cells(lying))}
    assert set(drawn_first_cells(standing)) == turned
    assert fairness_with_swap(lying) is fairness_with_swap(standing) is Fairness.FAIR


def test_what_nobody_has_proven_is_open():
    assert fairness_with_swap(Ruleset(15, 15, 5)) is Fairness.OPEN
    assert drawn_first_cells(Ruleset(15, 15, 5)) == ()
