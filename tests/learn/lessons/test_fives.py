"""The lessons of five in a row, judged a second time by the lines of the board alone."""

import numpy as np
import pytest

from games.core.notation import parse_cell
from games.core.rules import Position
from games.engine.analysis.shapes import Shape
from games.engine.analysis.threat_verification import verify
from games.engine.budget import Limits
from games.engine.proving.stored import proofs_of
from games.engine.proving.verification import ProofVerifier
from games.engine.search.glance import winning_cells
from games.engine.search.threes import win_by_threes
from games.learn.lessons.content import BY_SLUG, FIVES
from games.learn.lessons.questions import SHAPES, LessonQuestion

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
ALL = [
    pytest.param(question, id=f"{lesson.slug}-{number}")
    for lesson in FIVES
    for number, question in enumerate(lesson.questions, start=1)
]


def completing(position: Position, own: int) -> list[int]:
    """The cells where *own* marks would have five."""
    others = (position.own | position.opposing) & ~own
    return winning_cells(Position(position.ruleset, own, others))


def shape_of(position: Position, cell: int) -> str | None:
    """What a mark on *cell* makes, as its name is meant."""
    own = position.own | 1 << cell
    cells = completing(position, own)
    threes = directions(position, own, cell)
    if len(cells) >= 2:
        return "open_four" if are_on_one_line(position, cell, cells) else "two_fours"
    if cells:
        return "four_and_three" if threes else "four"
    return {0: None, 1: "open_three"}.get(threes, "two_threes")


def are_on_one_line(position: Position, cell: int, cells: list[int]) -> bool:
    """Whether the *cells* and the one that is marked are on one row, column or diagonal."""
    m = position.ruleset.m
    row, column = divmod(cell, m)
    away = [(other // m - row, other % m - column) for other in cells]
    return any(
        all(down * by_right == right * by_down for down, right in away)
        for by_down, by_right in DIRECTIONS
    )


def directions(position: Position, own: int, cell: int) -> int:
    """In how many directions a mark more beside *cell* would be an open four."""
    ruleset, found = position.ruleset, 0
    before = set(completing(position, own))
    row, column = divmod(cell, ruleset.m)
    for down, right in DIRECTIONS:
        near = [
            (row + step * down) * ruleset.m + column + step * right
            for step in range(-4, 5)
            if 0 <= row + step * down < ruleset.n and 0 <= column + step * right < ruleset.m
        ]
        found += any(
            len((set(completing(position, own | 1 << other)) - before) & set(near)) >= 2
            for other in near
            if not (own | position.opposing) >> other & 1 and other not in before
        )
    return found


def lines_through(question: LessonQuestion) -> str:
    """How many of the lines have the cell of the path, counted from its row and column."""
    m, n, k = map(int, question.board.split("x"))
    row, column = divmod(question.cells[-1], m)
    found = 0
    for down, right in DIRECTIONS:
        for first in range(k):
            ends = [(row + step * down, column + step * right) for step in (first - k + 1, first)]
            found += all(0 <= y < n and 0 <= x < m for y, x in ends)
    return str(found)


def winner_of_proof(question: LessonQuestion) -> str:
    """The first player, if the stored answer to the last move is verified."""
    *_, reply = question.place.moves
    (proof,) = (
        one
        for one in proofs_of(question.place.ruleset).values()
        if [*one.moves, reply] == [*question.place.moves]
    )
    ProofVerifier(proof, np.zeros(1, np.uint8)).check(reply)
    return "x"


OTHERS = {"lines": lines_through, "who_proved": winner_of_proof}


@pytest.mark.parametrize("question", ALL)
def test_the_lines_of_the_board_give_the_same_answers(question):
    position = question.position
    right = {choice.value for choice in question.right}
    if question.kind in SHAPES:
        shapes = {question.name(each): shape_of(position, each) for each in position.legal_moves()}
        made = {name for name, shape in shapes.items() if shape == question.kind}
        assert right == made
        return
    if question.kind != "stop":
        assert right == {OTHERS[question.kind](question)}
        return
    for cell in position.legal_moves():
        after = position.play(cell)
        if question.name(cell) in right or winning_cells(after):
            continue
        tree = win_by_threes(after, Limits(seconds=1000))
        assert tree is not None
        verify(after, tree)


@pytest.mark.parametrize(
    ("slug", "number", "cells"),
    [
        pytest.param("broken-threes", 1, {"e5", "f5"}, id="between two marks"),
        pytest.param("broken-threes", 2, {"c3", "f6", "h8"}, id="the gap and both ends"),
        pytest.param("broken-threes", 3, {"f5"}, id="the gap alone"),
        pytest.param("defence", 1, {"g5"}, id="the end where X has more marks"),
        pytest.param("defence", 2, {"f5"}, id="a four in the way of the three"),
        pytest.param("defence", 3, {"f6"}, id="a block that makes a three"),
        pytest.param("opening", 1, {"20"}, id="five lines in each direction"),
        pytest.param("opening", 2, {"e11", "f10", "i7", "j6"}, id="on the line of both marks"),
        pytest.param("opening", 3, {"x"}, id="O in the corner"),
    ],
)
def test_the_answers_are_those_that_the_text_is_about(slug, number, cells):
    assert {choice.value for choice in BY_SLUG[slug].questions[number - 1].right} == cells


@pytest.mark.parametrize(("number", "shape"), [(1, None), (2, Shape.FOUR), (3, Shape.OPEN_THREE)])
def test_a_defence_makes_what_its_text_says(number, shape):
    question = BY_SLUG["defence"].questions[number - 1]
    (right,) = question.right
    assert shape_of(question.position, parse_cell(question.place.ruleset, right.value)) == shape


def test_what_no_stored_proof_says_has_no_right_answer():
    assert LessonQuestion("who_proved", "15x15x5", "h8a15i9").right == ()
    assert LessonQuestion("who_proved", "15x15x5", "h8a15b1a1").right == ()
