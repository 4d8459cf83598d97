"""Every number and every right answer of the lessons, counted a second time by brute force."""

import re

import pytest

from games.learn.lessons.content import LESSONS
from games.learn.lessons.reasons import reason
from tests import plain_counting as plain


def those(is_meant):
    """The questions that a test is about."""
    return [
        pytest.param(lesson, number, id=f"{lesson.slug}-{number}")
        for lesson in LESSONS
        for number, question in enumerate(lesson.questions, start=1)
        if is_meant(question)
    ]


ALL = those(lambda question: True)
FIRST = those(lambda question: question.kind == "first")
NUMBER = re.compile(r"(?<![a-s\d])\d+")  # not those in the names of cells
COUNTS = {
    "minimax": plain.positions_of_minimax,
    "minimax_with_table": plain.positions_of_minimax_with_table,
    "alpha_beta": plain.positions_of_alpha_beta,
    "alpha_beta_with_table": lambda board, size: plain.positions_of_alpha_beta(
        board, size, with_table=True
    ),
}
# Whose counts a question's text tells, in this order.
TOLD = {
    ("minimax", 3): ("minimax",),
    ("cuts", 3): ("minimax",),
    ("order", 3): ("minimax",),
    ("tables", 2): ("minimax", "minimax_with_table"),
    ("tables", 3): ("minimax", "alpha_beta"),
}


class Counted:
    """A lesson's question, read off its text forms alone."""

    def __init__(self, question):
        self.question = question
        self.size = tuple(map(int, question.board.split("x")))
        self.m, self.n, _ = self.size
        moves = re.findall("[a-s][0-9]+", question.moves)
        self.board = plain.board_after(self.m, self.n, moves)
        self.shown = plain.board_after(self.m, self.n, [*moves, *question.path])
        self.worth = plain.worth_for(self.size)
        self.path = [plain.cell_of(self.m, self.n, name) for name in question.path]

    def name(self, cell):
        return plain.name_of(self.m, self.n, cell)

    def names(self, cells):
        return set(map(self.name, cells))

    def best(self):
        worths = {cell: -self.worth(after) for cell, after in plain.children(self.board)}
        return [cell for cell in worths if worths[cell] == max(worths.values())]

    def count(self, method):
        """How many positions *method* looks at."""
        return COUNTS[method](self.board, self.size)

    def who(self, board):
        worth = self.worth(board)
        if worth == plain.DRAW:
            return {"draw"}
        mover = plain.to_move(board)
        return {mover if worth > 0 else "xo".replace(mover, "")}

    def fewest(self, count):
        numbers = {cell: count(self.board, self.size, cell) for cell in self.free()}
        return [cell for cell in numbers if numbers[cell] == min(numbers.values())]

    def free(self):
        return plain.free_cells(self.board)

    def is_known(self, option):
        """Whether minimax came to this position before, in the order of the cells."""
        path = [plain.cell_of(self.m, self.n, name) for name in option.split("-")]
        before = {
            self.after((first, second, third))
            for first in self.free()
            for second in self.free()
            for third in self.free()
            if len({first, second, third}) == 3 and [first, second, third] < path
        }
        return self.after(path) in before

    def after(self, path):
        board = self.board
        for cell in path:
            board = plain.mark(board, cell)
        return board


def first_count(board, size, cell):
    return plain.positions_of_alpha_beta(board, size, first=cell)


def proof_number(board, size, cell):
    return len(plain.unrefuted_replies(board, size, cell))


RIGHT = {
    "finish": lambda one: one.names(
        plain.completing(one.board, plain.to_move(one.board), one.size)
    ),
    "hold": lambda one: one.names(
        cell for cell, after in plain.children(one.board) if one.worth(after) <= plain.DRAW
    ),
    "best": lambda one: one.names(one.best()),
    "lines": lambda one: {str(sum(one.path[-1] in line for line in plain.lines_of(*one.size)))},
    "threats": lambda one: {
        str(len(plain.completing(one.shown, plain.to_move(one.board), one.size)))
    },
    "who": lambda one: one.who(one.board),
    "who_after": lambda one: one.who(one.shown),
    "skipped": lambda one: one.names(plain.skipped_replies(one.board, one.size, one.path[0])),
    "count": lambda one: {str(one.count(one.question.method))},
    "first": lambda one: one.names(one.fewest(first_count)),
    "remembered": lambda one: {name for name in one.question.options if one.is_known(name)},
    "different": lambda one: {str(plain.different_positions(one.board, one.size))},
    "proof": lambda one: {str(proof_number(one.board, one.size, one.path[0]))},
    "smallest": lambda one: one.names(one.fewest(proof_number)),
}


@pytest.mark.parametrize(("lesson", "number"), ALL)
def test_brute_force_gives_the_same_answers(lesson, number):
    question = lesson.questions[number - 1]
    assert {choice.value for choice in question.right} == RIGHT[question.kind](Counted(question))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("lesson", "number"), ALL)
def test_a_lesson_s_text_has_the_numbers_that_brute_force_counts(client, lesson, number):
    page = client.get(f"/learn/{lesson.slug}/{number}/").text
    body = page.split("text__body")[1].split("</div>")[0]
    told = [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]+", body)]
    one = Counted(lesson.questions[number - 1])
    assert told == [one.count(method) for method in TOLD.get((lesson.slug, number), ())]


@pytest.mark.parametrize(("lesson", "number"), FIRST)
def test_a_first_move_s_reason_says_what_it_takes_and_the_worst_of_them(lesson, number):
    question = lesson.questions[number - 1]
    one = Counted(question)
    counts = {cell: first_count(one.board, one.size, cell) for cell in one.free()}
    for cell, count in counts.items():
        told = reason(question, one.name(cell))
        assert [int(found) for found in NUMBER.findall(told)] == [count, max(counts.values())]
