"""Small pictures of boards."""

import re

import pytest

from games.board import drawing
from games.board.drawing import TextSpot
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset

GOMOKU = Ruleset(15, 15, 5)


def test_a_small_board_has_a_margin_and_straight_lines():
    assert drawing.thumbnail_view(TIC_TAC_TOE) == "-18 -18 336 336"
    assert drawing.thumbnail_lines(TIC_TAC_TOE) == "M100 4V296M200 4V296M4 100H296M4 200H296"


def test_without_cells_nothing_is_drawn():
    assert drawing.marks_on(TIC_TAC_TOE, Mark.X, ()) == ()
    assert drawing.band(TIC_TAC_TOE, ()) == ""


def test_each_cross_has_two_strokes_and_each_ring_one():
    crosses = drawing.marks_on(TIC_TAC_TOE, Mark.X, (0, 4))
    assert [path.count("q") for path in crosses] == [2, 2]
    (rings,) = drawing.marks_on(TIC_TAC_TOE, Mark.O, (8,))
    assert rings.count("z") == 1


def test_a_mark_begins_at_the_corner_of_its_cell():
    (rings,) = drawing.marks_on(TIC_TAC_TOE, Mark.O, (0, 5))
    assert re.findall(r"M(\d+) (\d+)m", rings) == [("0", "0"), ("200", "100")]
    assert drawing.wash(TIC_TAC_TOE, 5).startswith("M200 100m")


def test_small_boards_are_drawn_by_hand_and_large_ones_ruled():
    assert "q" in drawing.marks_on(Ruleset(5, 4, 4), Mark.X, (0,))[0]
    assert "q" not in drawing.marks_on(Ruleset(6, 3, 3), Mark.X, (0,))[0]
    assert drawing.marks_on(GOMOKU, Mark.X, (0,))[0] == "M0 0m23 23l54 54"


@pytest.mark.parametrize(
    ("cells", "band"),
    [((0, 1, 2), "M50 50L250 50"), ((2, 4, 6), "M250 50L50 250"), ((0, 1, 3), "")],
)
def test_a_winning_line_gets_a_band_from_end_to_end(cells, band):
    assert drawing.band(TIC_TAC_TOE, cells) == band


def test_a_full_19_by_19_board_stays_small():
    board = Ruleset(19, 19, 19)
    paths = (
        *drawing.marks_on(board, Mark.X, range(0, 361, 2)),
        *drawing.marks_on(board, Mark.O, range(1, 361, 2)),
    )
    assert len("".join(paths)) < 20_000


def test_texts_stand_in_the_middle_of_their_cells():
    found = drawing.spots(TIC_TAC_TOE, (4, 8), ("1", "2"))
    assert found == [TextSpot(150, 150, "1"), TextSpot(250, 250, "2")]


def test_the_lines_of_a_board_by_hand_are_bent():
    lines = drawing.board_lines(TIC_TAC_TOE)
    assert (lines.width, lines.height, lines.frame) == (300, 300, "")
    assert lines.inner == (
        "M100 5m-1.4 0q3.6 145 2.4 290M200 5m1.2 0q-3.1 145 -2.6 290"
        "M5 100m0 1.4q145 -3.6 290 -2.4M5 200m0 -1.2q145 3.1 290 2.6"
    )


def test_a_ruled_board_has_a_frame():
    lines = drawing.board_lines(Ruleset(7, 6, 4))
    assert lines.inner.count("M") == 6 + 5
    assert lines.frame == "M0 0H700V600H0z"
