"""Grades survive the database."""

import json

import pytest

from games.core.rules import TIC_TAC_TOE, Ruleset
from games.engine import Limits
from games.engine.analysis.grader import grade
from games.learn.review.grade_codec import grades_json, parse_grades


@pytest.mark.parametrize(
    ("ruleset", "cells"),
    [(TIC_TAC_TOE, [4, 1, 0, 8, 6, 3, 2]), (TIC_TAC_TOE, []), (Ruleset(9, 9, 5), [40, 41, 31])],
)
def test_what_is_written_is_read_again(ruleset, cells):
    grades = grade(ruleset, cells, Limits(seconds=1000, nodes=300, seed=1))
    data = json.loads(json.dumps(grades_json(grades)))
    read = parse_grades(data)
    assert read.moves == grades.moves
    assert read.accuracy == grades.accuracy
    assert grades_json(read) == data


@pytest.mark.parametrize("data", [{}, {"accuracy": []}, {"accuracy": [1, 2], "moves": [{}]}])
def test_anything_else_is_an_error(data):
    with pytest.raises((KeyError, TypeError, ValueError)):
        parse_grades(data)
