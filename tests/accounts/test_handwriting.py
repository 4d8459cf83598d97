"""X and O in the reader's own hand: what can be kept, and how it is drawn."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import HandwritingRefused
from accounts.handwriting import MAX_POINTS, MAX_STROKES, parse_strokes, path_of, paths_of

CROSS = [[[20, 20], [80, 80]], [[80, 20], [20, 80]]]
POINTS = st.tuples(st.integers(0, 100), st.integers(0, 100))


def test_strokes_are_kept_as_they_came():
    assert parse_strokes(json.dumps(CROSS)) == CROSS
    assert parse_strokes("") == []
    assert parse_strokes("[]") == []


def test_the_most_that_can_be_drawn_is_kept():
    strokes = [[[100, 100]] * (MAX_POINTS // MAX_STROKES)] * MAX_STROKES
    assert parse_strokes(json.dumps(strokes)) == strokes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nonsense", "handwriting_unreadable"),
        ("{}", "handwriting_unreadable"),
        ("null", "handwriting_unreadable"),
        ("[[]]", "handwriting_unreadable"),
        ("[[[1]]]", "handwriting_unreadable"),
        ("[[[1,2,3]]]", "handwriting_unreadable"),
        ("[[[-1,2]]]", "handwriting_unreadable"),
        ("[[[1,101]]]", "handwriting_unreadable"),
        ("[[[1.5,2]]]", "handwriting_unreadable"),
        ('[[["1",2]]]', "handwriting_unreadable"),
        ("[[[true,2]]]", "handwriting_unreadable"),
        ("[[[NaN,2]]]", "handwriting_unreadable"),
        ("\ud800", "handwriting_unreadable"),
        ("\x00", "handwriting_unreadable"),
        (json.dumps([[[1, 2]]] * (MAX_STROKES + 1)), "too_many_strokes"),
        (json.dumps([[[1, 2]] * (MAX_POINTS + 1)]), "too_many_points"),
        ("[" * 1001, "too_many_points"),
    ],
)
def test_what_cannot_be_kept_is_refused(text, code):
    with pytest.raises(HandwritingRefused) as refused:
        parse_strokes(text)
    assert refused.value.code == code


@given(st.text(max_size=200))
def test_no_text_makes_it_fail_otherwise(text):
    try:
        parse_strokes(text)
    except HandwritingRefused:
        return


@given(st.lists(POINTS, min_size=1, max_size=MAX_POINTS))
def test_no_line_leaves_the_area_between_its_points(stroke):
    path = path_of(stroke)
    assert re.fullmatch(r"[MLQ0-9 .]+", path)
    numbers = [float(number) for number in re.findall(r"[\d.]+", path)]
    for axis in (0, 1):
        values = [point[axis] for point in stroke]
        assert all(min(values) <= number <= max(values) for number in numbers[axis::2])


def test_a_mark_has_a_path_for_each_stroke():
    assert paths_of({"x": CROSS}, "x") == ("M20 20L80 80", "M80 20L20 80")
    assert paths_of({"x": CROSS}, "o") == ()
