"""What puzzles say in numbers and of the only move, counted a second time by brute force."""

import re

import pytest
from asgiref.sync import async_to_sync

from games.core.rules import Ruleset
from games.learn.puzzles import wording
from games.learn.puzzles.judging import best_line
from games.learn.puzzles.making import add_from_table
from games.models import Puzzle, PuzzleAttempt
from tests import plain_counting as plain

pytestmark = pytest.mark.django_db(transaction=True)

MIN_MARKS = 7  # on boards of more than 12 cells: with fewer, brute force takes long


class Counted:
    """A puzzle's position as brute force sees it."""

    def __init__(self, puzzle):
        self.puzzle, self.m, self.n = puzzle, puzzle.m, puzzle.n
        self.board = str(puzzle.position).replace(" ", "").replace("\n", "")
        self.worth = plain.worth_for((puzzle.m, puzzle.n, puzzle.k))

    def keeping(self):
        """The moves that keep what can be had: a win however slow, or a draw."""
        sign = {
            cell: (worth > 0) - (worth < 0)
            for cell, worth in ((one, -self.worth(after)) for one, after in self.children())
        }
        return {cell for cell in sign if sign[cell] == max(sign.values())}

    def children(self):
        return plain.children(self.board)

    def marks_left(self):
        return plain.marks_left(self.board, self.worth(self.board))


def puzzles_of(*numbers, most=None):
    ruleset = Ruleset(*numbers)
    add_from_table(ruleset, most)
    found = [Counted(puzzle) for puzzle in Puzzle.objects.all()]
    few = ruleset.cells <= 12
    return [one for one in found if few or len(one.board.replace(".", "")) >= MIN_MARKS]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "most"), [((3, 3, 3), None), ((4, 3, 3), 150), ((4, 4, 4), 150)]
)
def test_the_words_of_a_puzzle_are_those_that_brute_force_counts(numbers, most):
    told = set()
    for one in puzzles_of(*numbers, most=most):
        task, _ = wording.task_of(one.puzzle)
        title, keeping = wording.title_of(one.puzzle), one.keeping()
        told.add(task)
        if one.worth(one.board) > 0:
            assert re.findall(r"\d+", title) == [str(one.marks_left())]
            assert wording.count_of(one.puzzle) == f"Win in {one.marks_left()}"
        else:
            assert one.worth(one.board) == plain.DRAW
            assert title.endswith("hold the draw")
        if "mirror images" in task:
            assert keeping == plain.twins_of(one.board, one.m, one.n, min(keeping))
        else:
            assert len(keeping) == 1, one.board
    assert any("mirror images" in task for task in told)
    assert {"Only one move wins.", "Only one move holds the draw."} <= told


def test_what_is_said_of_a_wrong_move_is_what_brute_force_counts():
    for one in puzzles_of(3, 3, 3):
        keeping = one.keeping()
        for cell, after in one.children():
            if cell in keeping:
                continue
            attempt = PuzzleAttempt(puzzle=one.puzzle, uid="0" * 10, state="wrong", moves=[cell])
            attempt.refutation = list(async_to_sync(best_line)(attempt.position))
            said = wording.verdict_of(attempt, attempt.moves, attempt.refutation)
            worth = one.worth(after)
            if worth == plain.DRAW:
                assert said.title.endswith("only draws")
                continue
            moves = plain.marks_left(after, worth)
            expected = r"wins at once with \w\d\." if moves == 1 else rf"in {moves} moves\."
            assert said.title.endswith("loses")
            assert re.search(expected, said.text), said.text
