"""The lessons in their order, in two courses: from lines to proofs, and five in a row.

Each lesson has its text in templates/learn/lessons/text.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.learn.lessons.questions import LessonQuestion
from games.models import Puzzle

Theme = Puzzle.Theme

TIC = "3x3x3"
FORK = "a3b3b2c1"  # X to move, five cells free, X wins
LEVEL = "b3a3a2c2"  # X to move, five cells free, a draw
FIVE = "9x9x5"  # five in a row, on a board no larger than it has to be
LARGE = "15x15x5"  # the usual board, with stored proofs that X wins


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text, three questions, and the theme of the puzzles that practise the same."""

    slug: str
    title: Promise
    questions: tuple[LessonQuestion, LessonQuestion, LessonQuestion]
    theme: Puzzle.Theme | None = None

    @property
    def template(self) -> str:
        return f"learn/lessons/text/{self.slug}.html"

    @property
    def course(self) -> tuple[Lesson, ...]:
        return FIVES if self in FIVES else LESSONS

    @property
    def number(self) -> int:
        return self.course.index(self) + 1

    @property
    def following(self) -> Lesson | None:
        return self.course[self.number] if self.number < len(self.course) else None


LESSONS = (
    Lesson(
        "lines",
        _("Lines"),
        (
            LessonQuestion("finish", TIC, "a3b2b3c1"),
            LessonQuestion("hold", TIC, "b2a1c1"),
            LessonQuestion("lines", TIC, "", ("b2",)),
        ),
    ),
    Lesson(
        "forks",
        _("Forks"),
        (
            LessonQuestion("threats", TIC, FORK, ("a2",)),
            LessonQuestion("best", TIC, FORK),
            LessonQuestion("hold", TIC, "a1b2c3"),
        ),
        Theme.FORK,
    ),
    Lesson(
        "who-wins",
        _("Who wins?"),
        (
            LessonQuestion("who", TIC, "a1b2c3a3"),
            LessonQuestion("who", TIC, ""),
            LessonQuestion("who", "4x3x3", ""),
        ),
    ),
    Lesson(
        "minimax",
        _("Minimax by hand"),
        (
            LessonQuestion("who_after", TIC, LEVEL, ("b2", "b1")),
            LessonQuestion("who_after", TIC, LEVEL, ("a1",)),
            LessonQuestion("best", TIC, FORK),
        ),
    ),
    Lesson(
        "cuts",
        _("Skipping work"),
        (
            LessonQuestion("who_after", TIC, LEVEL, ("c3",)),
            LessonQuestion("skipped", TIC, LEVEL, ("b2",)),
            LessonQuestion("count", TIC, LEVEL, method="alpha_beta"),
        ),
    ),
    Lesson(
        "order",
        _("Best first"),
        (
            LessonQuestion("first", TIC, FORK),
            LessonQuestion("first", TIC, "b2c3a1"),
            LessonQuestion("count", TIC, "b2", method="alpha_beta"),
        ),
    ),
    Lesson(
        "tables",
        _("Remembering"),
        (
            LessonQuestion(
                "remembered",
                TIC,
                FORK,
                method="minimax_with_table",
                options=("c3-a2-c2", "a2-c3-c2", "c2-a2-c3"),
            ),
            LessonQuestion("different", TIC, FORK),
            LessonQuestion("count", TIC, "", method="alpha_beta_with_table"),
        ),
    ),
    Lesson(
        "proof-numbers",
        _("Proving a win"),
        (
            LessonQuestion("proof", TIC, FORK, ("a2",)),
            LessonQuestion("smallest", TIC, FORK),
            LessonQuestion("smallest", "4x3x3", "b2a1c1a3"),
        ),
    ),
)
FIVES = (
    Lesson(
        "open-three",
        _("Open threes"),
        (
            LessonQuestion("open_three", FIVE, "d5c8e5g2"),
            LessonQuestion("open_three", FIVE, "d4g7e5h2"),
            LessonQuestion("open_four", FIVE, "d5c8e5g2f5b2"),
        ),
        Theme.STOP_THREE,
    ),
    Lesson(
        "stop-a-three",
        _("Stopping a three"),
        (
            LessonQuestion("stop", FIVE, "d5c8e5g2f5"),
            LessonQuestion("stop", FIVE, "d5c8e5g2g5"),
            LessonQuestion("stop", FIVE, "d5b8e5c8f5d8a8"),
        ),
        Theme.STOP_THREE,
    ),
    Lesson(
        "broken-threes",
        _("Broken threes"),
        (
            LessonQuestion("open_three", FIVE, "d5c8g5g2"),
            LessonQuestion("stop", FIVE, "d4b8e5c2g7"),
            LessonQuestion("stop", FIVE, "d5b5e5h2g5e4f3f7f4"),
        ),
        Theme.STOP_THREE,
    ),
    Lesson(
        "fours",
        pgettext_lazy("lesson", "Fours"),
        (
            LessonQuestion("four", FIVE, "c5b5d5g2e5h8"),
            LessonQuestion("two_fours", FIVE, "c5b5d5f1e5h8f2a8f3h1f4a2"),
            LessonQuestion("stop", FIVE, "c5b5d5h8e5a2f5"),
        ),
        Theme.FOURS,
    ),
    Lesson(
        "four-and-three",
        _("A four and a three"),
        (
            LessonQuestion("four_and_three", FIVE, "c5b5d5i1e5a9f6i8f7a1"),
            LessonQuestion("four_and_three", FIVE, "d4d3d5i9d6a1e6i1f5a9"),
            LessonQuestion("stop", FIVE, "c5b5d5g7e5e4f6e7f7"),
        ),
        Theme.FOUR_AND_THREE,
    ),
    Lesson(
        "two-threes",
        _("Two threes"),
        (
            LessonQuestion("two_threes", FIVE, "d5a1e5i1f6a9f7i9"),
            LessonQuestion("two_threes", FIVE, "c3a9d4i9g3e1f4e9"),
            LessonQuestion("stop", FIVE, "d5g7e5h7f6c4f7"),
        ),
        Theme.TWO_THREES,
    ),
    Lesson(
        "defence",
        _("Defence"),
        (
            LessonQuestion("stop", FIVE, "d5d4e5c8f5d3g6e7g7"),
            LessonQuestion("stop", FIVE, "e4e3d3f4c2f2c5f6d2"),
            LessonQuestion("stop", FIVE, "e5h2d4g6c3h8f7e6c4"),
        ),
        Theme.DEFENCE,
    ),
    Lesson(
        "opening",
        _("The first five moves"),
        (
            LessonQuestion("lines", LARGE, "", ("h8",)),
            LessonQuestion("open_three", LARGE, "h8i9g9h9"),
            LessonQuestion("who_proved", LARGE, "h8a15i9j10"),
        ),
    ),
)
COURSES = (LESSONS, FIVES)
BY_SLUG = {lesson.slug: lesson for course in COURSES for lesson in course}
QUESTIONS = sum(len(lesson.questions) for lesson in BY_SLUG.values())
