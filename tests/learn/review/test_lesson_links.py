"""What a player overlooked leads to the lesson about it."""

import pytest

from games.core.notation import parse_cell
from games.core.rules import Ruleset
from games.engine import Limits
from games.engine.analysis.grader import grade
from games.engine.analysis.grades import Evaluation, Grades
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade
from games.engine.analysis.shapes import Shape
from games.learn.lessons.content import BY_SLUG
from games.learn.review.lesson_links import (
    BROKEN_THREES,
    DEFENCE,
    LESSON_OF,
    OPEN_THREE,
    OPENING,
    lesson_about,
)

NINE = Ruleset(9, 9, 5)
LIMITS = Limits(seconds=1000, nodes=5_000, seed=1)


def lesson_of_last(names: str) -> str:
    """The lesson beside the last move of a game."""
    cells = [parse_cell(NINE, name) for name in names.split()]
    return lesson_about(grade(NINE, cells, LIMITS), len(cells), NINE)


@pytest.mark.parametrize(
    ("names", "slug"),
    [
        pytest.param("d5 c8 e5 g2 f5 a1", "stop-a-three", id="an open three"),
        pytest.param("d5 c8 e5 g2 g5 a1", BROKEN_THREES, id="an open three with a gap"),
        pytest.param("d5 d4 e5 c8 f5 d3 g6 e7 g7 c5", DEFENCE, id="blocked at the wrong end"),
        pytest.param("d5 c8 e5 g2 g5 f5", "", id="blocked well"),
    ],
)
def test_a_three_that_was_let_through_leads_to_its_lesson(names, slug):
    assert lesson_of_last(names) == slug


@pytest.mark.parametrize(
    ("names", "slug"),
    [
        pytest.param("d5 c8 e5 g2 f5 b2 a1", OPEN_THREE, id="an open three of one's own"),
        pytest.param("d5 c8 e5 g2 g5 b2 a1", OPEN_THREE, id="one of one's own with a gap"),
        pytest.param("d5 c8 e5 g2 f5 b2 g5 h5 a1", LESSON_OF[Shape.FOUR], id="one's own four"),
    ],
)
def test_what_one_could_have_made_leads_to_the_lesson_about_making_it(names, slug):
    assert lesson_of_last(names) == slug


@pytest.mark.parametrize(
    ("number", "code", "slug"),
    [
        (2, Code.ALLOWS_WIN, OPENING),
        (5, Code.ALLOWS_WIN, OPENING),
        (6, Code.ALLOWS_WIN, LESSON_OF[Shape.THREES]),
        (5, Code.LEAVES_WIN, LESSON_OF[Shape.THREES]),
    ],
)
def test_a_game_lost_by_its_first_moves_leads_to_the_opening(number, code, slug):
    moves = [
        MoveGrade(
            ply, ply, Label.OPEN, LabelReason(code, {"best": 40}), None, (), threat=Shape.THREES
        )
        for ply in range(number)
    ]
    grades = Grades(tuple(moves), (Evaluation(None, None, None, 0.0),) * (number + 1), (0.0, 0.0))
    assert lesson_about(grades, number, NINE) == slug


def test_every_name_of_a_threat_leads_to_its_lesson():
    assert LESSON_OF.keys() == set(Shape)
    assert BY_SLUG.keys() >= {*LESSON_OF.values(), BROKEN_THREES, DEFENCE, OPENING}


def test_every_lesson_about_a_threat_leads_to_puzzles():
    assert all(BY_SLUG[slug].theme for slug in (*LESSON_OF.values(), BROKEN_THREES, DEFENCE))
