"""The questions of the lessons, answered by the searches."""

import pytest
from django.utils import translation

from games.core.rules import TIC_TAC_TOE, Position
from games.engine.explanation.methods import explain
from games.engine.search.events import Cut, Valued, WorthSource
from games.learn.lessons import searches
from games.learn.lessons.content import FIVES, LESSONS, QUESTIONS
from games.learn.lessons.questions import LessonQuestion
from games.learn.lessons.reasons import reason
from tests.engine.searches import ENDLESS, plain_worth

ALL = [
    pytest.param(lesson, number, id=f"{lesson.slug}-{number}")
    for lesson in (*LESSONS, *FIVES)
    for number in range(1, 4)
]


def find_question(slug: str, number: int) -> LessonQuestion:
    (lesson,) = (lesson for lesson in LESSONS if lesson.slug == slug)
    return lesson.questions[number - 1]


def right(slug: str, number: int) -> list[str]:
    return [choice.value for choice in find_question(slug, number).right]


@pytest.mark.parametrize(("lesson", "number"), ALL)
def test_every_question_has_right_and_wrong_answers_and_reasons_for_each(lesson, number):
    question = lesson.questions[number - 1]
    assert 1 <= len(question.right) < len(question.choices)
    assert len({choice.value for choice in question.choices}) == len(question.choices)
    for text in (question.text, *(reason(question, choice.value) for choice in question.choices)):
        assert text
        assert not set("{}%") & set(text)
    assert question.judge("z9") is None


def test_choices_are_told_in_the_language_of_each_visitor():
    question = find_question("who-wins", 1)
    with translation.override("de"):
        in_german = [choice.text for choice in question.choices]
    assert in_german == ["X gewinnt", "Remis", "O gewinnt"]
    assert [choice.text for choice in question.choices] == ["X wins", "Draw", "O wins"]


def test_there_are_eight_lessons_and_eight_of_five_in_a_row_with_three_questions_each():
    assert (len(LESSONS), len(FIVES), QUESTIONS) == (8, 8, 48)


def test_the_numbers_of_the_lessons_are_those_of_the_searches():
    """What the brief and the pages quote; the whole of minimax on the empty board is told of
    in tests/engine/explanation/test_story.py."""
    middle, empty = Position(TIC_TAC_TOE).play(4), Position(TIC_TAC_TOE)
    counted = {
        (name, method): searches.counts(position, method).nodes
        for name, position in (("middle", middle), ("empty", empty))
        for method in ("minimax", "alpha_beta", "alpha_beta_with_table")
    }
    assert counted == {
        ("middle", "minimax"): 55_505,
        ("middle", "alpha_beta"): 2_459,
        ("middle", "alpha_beta_with_table"): 1_029,
        ("empty", "minimax"): 549_946,
        ("empty", "alpha_beta"): 20_866,
        ("empty", "alpha_beta_with_table"): 5_538,
    }
    assert right("order", 3) == ["2459"]
    assert right("tables", 3) == ["5538"]


@pytest.mark.parametrize(
    ("slug", "number"), [("minimax", 1), ("minimax", 2), ("cuts", 1), ("who-wins", 1)]
)
def test_who_wins_is_what_a_search_by_other_code_says(slug, number):
    question = find_question(slug, number)
    worth = plain_worth(Position.after(TIC_TAC_TOE, question.shown_moves))
    if len(question.cells) % 2:
        worth = -worth
    expected = question.side(0).lower() if worth > 0 else question.side(1).lower()
    assert right(slug, number) == [expected if worth else "draw"]


def test_a_reply_is_skipped_where_alpha_beta_cuts():
    question = find_question("cuts", 2)
    events = explain(question.position, "alpha_beta", limits=ENDLESS)
    (cut,) = (one for one in events if isinstance(one, Cut) and one.path == question.cells)
    assert right("cuts", 2) == [question.name(cell) for cell in cut.skipped] == ["c1"]


def test_a_table_knows_what_the_search_found_in_it():
    question = find_question("tables", 1)
    events = explain(question.position, "minimax_with_table", limits=ENDLESS)
    known = {
        "-".join(map(question.name, one.path))
        for one in events
        if isinstance(one, Valued) and one.source is WorthSource.TABLE
    }
    assert set(right("tables", 1)) == known & set(question.options)


def test_a_fork_has_two_threats_and_the_smallest_proof_number():
    assert right("forks", 1) == ["2"]
    assert right("proof-numbers", 1) == ["0"]
    assert right("forks", 2) == right("proof-numbers", 2) == ["a2", "a1"]


def test_the_larger_board_is_won_by_whoever_begins():
    assert right("who-wins", 2) == ["draw"]
    assert right("who-wins", 3) == ["x"]
