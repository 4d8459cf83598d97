"""The lessons in their order. The texts are in templates/learn/lessons/text, one for each."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.learn.lessons.questions import LessonQuestion

TIC = "3x3x3"
FORK = "a3b3b2c1"  # X to move, five cells free, X wins
LEVEL = "b3a3a2c2"  # X to move, five cells free, a draw


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text, and three questions."""

    slug: str
    title: Promise
    questions: tuple[LessonQuestion, LessonQuestion, LessonQuestion]

    @property
    def template(self) -> str:
        return f"learn/lessons/text/{self.slug}.html"

    @property
    def number(self) -> int:
        return LESSONS.index(self) + 1

    @property
    def following(self) -> Lesson | None:
        return LESSONS[self.number] if self.number < len(LESSONS) else None


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
BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}
QUESTIONS = sum(len(lesson.questions) for lesson in LESSONS)
