"""Small pictures of boards."""

import re

from games.board.drawing import Spot, board_lines, picture, spots
from games.core.rules import TIC_TAC_TOE, Ruleset

GOMOKU = Ruleset(15, 15, 5)


def test_an_empty_board_is_its_grid():
    drawn = picture(TIC_TAC_TOE, (), ())
    assert drawn.grid == "M100 4V296M200 4V296M4 100H296M4 200H296"
    assert (drawn.crosses, drawn.rings, drawn.band) == (("", ""), "", "")
    assert drawn.view_box == "-18 -18 336 336"


def test_each_cross_has_two_strokes_and_each_ring_one():
    drawn = picture(TIC_TAC_TOE, (0, 4), (8,))
    assert [strokes.count("M") for strokes in drawn.crosses] == [2, 2]
    assert drawn.rings.count("M") == 1
    assert drawn.rings.count("C") == 4


def test_a_mark_stays_in_its_cell():
    drawn = picture(TIC_TAC_TOE, (8,), (0,))
    crosses = [float(number) for number in re.findall(r"-?[\d.]+", "".join(drawn.crosses))]
    rings = [float(number) for number in re.findall(r"-?[\d.]+", drawn.rings)]
    assert 200 < min(crosses) <= max(crosses) < 300
    assert 0 < min(rings) <= max(rings) < 100


def test_the_same_position_is_always_drawn_the_same():
    assert picture(TIC_TAC_TOE, (1,), (2,)) == picture(TIC_TAC_TOE, (1,), (2,))


def test_small_boards_are_drawn_by_hand_and_large_ones_ruled():
    assert picture(Ruleset(5, 4, 4), (0,), ()).inked
    assert not picture(Ruleset(6, 3, 3), (0,), ()).inked
    assert picture(GOMOKU, (0,), (1,)).crosses[0] == "M23 23l54 54"


def test_a_winning_line_gets_a_band_from_end_to_end():
    assert picture(TIC_TAC_TOE, (0, 1, 2), (3, 4)).band == "M50 50L250 50"
    assert picture(TIC_TAC_TOE, (0, 1, 3), (2, 4, 6)).band == "M250 50L50 250"


def test_a_full_19_by_19_board_stays_small():
    board = Ruleset(19, 19, 19)
    drawn = picture(board, range(0, 361, 2), range(1, 361, 2))
    assert len("".join((*drawn.crosses, drawn.rings))) < 20_000


def test_texts_stand_in_the_middle_of_their_cells():
    assert spots(TIC_TAC_TOE, (4, 8), ("1", "2")) == [Spot(150, 150, "1"), Spot(250, 250, "2")]


def test_the_lines_of_a_board_are_those_that_the_script_draws():
    lines = board_lines(TIC_TAC_TOE)
    assert (lines.width, lines.height, lines.frame) == (300, 300, "")
    assert lines.inner == (
        "M98.6 5Q102.24 150 100.96 295M201.2 5Q198.08 150 198.56 295"
        "M5 101.4Q150 97.76 295 99.04M5 198.8Q150 201.92 295 201.44"
    )


def test_a_ruled_board_has_a_frame():
    lines = board_lines(Ruleset(7, 6, 4))
    assert lines.inner.count("M") == 6 + 5
    assert lines.frame == "M0 0H700V600H0z"
