"""What is kept about first marks is what the solver finds, and what it means for the swap rule."""

import pytest

from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.search.first_cells import (
    FIRST_CELLS,
    Fairness,
    drawn_first_cells,
    fairness_with_swap,
)
from games.engine.search.proof import solve
from games.engine.search.prover import Prover

AMPLE = Limits(seconds=1000.0)


def found(ruleset):
    """A letter for each first cell, as FIRST_CELLS has them."""
    prover = Prover(ruleset)
    values = [
        solve(Position(ruleset).play(cell), AMPLE, prover).value for cell in range(ruleset.cells)
    ]
    text = "".join("wdl"[value + 1] for value in values)
    return " ".join(text[row * ruleset.m : (row + 1) * ruleset.m] for row in range(ruleset.n))


@pytest.mark.parametrize("numbers", [(6, 5, 4), (7, 5, 4), (6, 6, 4)])
def test_the_solver_finds_what_is_kept(numbers):
    assert found(Ruleset(*numbers)) == FIRST_CELLS[Ruleset(*numbers)]


@pytest.mark.parametrize("numbers", [(4, 3, 3), (5, 3, 3), (4, 4, 3), (6, 5, 3), (8, 8, 3)])
def test_with_three_in_a_row_no_first_mark_is_a_draw(numbers):
    ruleset = Ruleset(*numbers)
    assert "d" not in found(ruleset)
    assert fairness_with_swap(ruleset) is Fairness.UNFAIR


def test_pictures_are_as_large_as_their_boards():
    for ruleset, picture in FIRST_CELLS.items():
        assert [len(row) for row in picture.split()] == [ruleset.m] * ruleset.n
        assert ruleset.m >= ruleset.n


def test_a_board_is_known_however_it_is_turned():
    lying, standing = Ruleset(6, 5, 4), Ruleset(5, 6, 4)
    turned = {column * 5 + row for row, column in (divmod(c, 6) for c in drawn_first_cells(lying))}
    assert set(drawn_first_cells(standing)) == turned
    assert fairness_with_swap(lying) is fairness_with_swap(standing) is Fairness.FAIR


def test_what_nobody_has_proven_is_open():
    assert fairness_with_swap(Ruleset(15, 15, 5)) is Fairness.OPEN
    assert drawn_first_cells(Ruleset(15, 15, 5)) == ()
