"""Shapes are called what players of five in a row call them."""

import pytest

from games.core.notation import parse_cell
from games.core.rules import Position, Ruleset
from games.engine.analysis.shape_finder import made_by, stopped_by
from games.engine.analysis.shapes import Shape

GOMOKU = Ruleset(15, 15, 5)


def position_of(own, opposing="", ruleset=GOMOKU):
    masks = [
        sum(1 << parse_cell(ruleset, name) for name in names.split()) for names in (own, opposing)
    ]
    return Position(ruleset, *masks)


@pytest.mark.parametrize(
    ("own", "opposing", "cell", "shape"),
    [
        ("", "", "h8", None),
        ("h8", "", "h9", None),
        ("h8 h9", "", "h10", Shape.OPEN_THREE),
        ("h8 h9", "", "h11", Shape.OPEN_THREE),  # a broken one
        ("h8 h9", "h7", "h10", None),
        ("h8 h9 h10", "h7", "h11", Shape.FOUR),
        ("h8 h9 h10", "h7", "h12", Shape.FOUR),
        ("h8 h9 h10", "", "h11", Shape.OPEN_FOUR),
        ("h8 h9 h10 e11 f11 g11", "h7 d11", "h11", Shape.TWO_FOURS),
        ("h8 h9 h10 f11 g11", "h7", "h11", Shape.FOUR_AND_THREE),
        ("h8 h9 f10 g10", "", "h10", Shape.TWO_THREES),
    ],
)
def test_what_a_mark_makes_has_a_name(own, opposing, cell, shape):
    place = parse_cell(GOMOKU, cell)
    assert made_by(position_of(own, opposing), place) is shape
    decisive = shape not in (None, Shape.OPEN_THREE, Shape.FOUR)
    assert stopped_by(position_of(opposing, own), place) is (shape if decisive else None)


def test_other_goals_have_no_such_names():
    ruleset = Ruleset(6, 6, 4)
    assert made_by(position_of("c3", ruleset=ruleset), parse_cell(ruleset, "c4")) is None
