"""Which questions a visitor has answered: kept with the account, or in the session without one."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from games.lessons.content import BY_SLUG, LESSONS, Lesson
from games.models import LessonAnswer

KEY = "lessons"  # in the session: "cuts 2"

Answered = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Progress:
    """The questions that are answered, by their lesson and number."""

    answered: Answered

    def __len__(self) -> int:
        return len(self.answered)

    def has(self, lesson: Lesson, number: int) -> bool:
        return (lesson.slug, number) in self.answered

    def is_done(self, lesson: Lesson) -> bool:
        return all(self.has(lesson, number) for number in _numbers(lesson))

    def open_question(self, lesson: Lesson) -> int:
        """The first question that is not answered; the first if all are."""
        return next((number for number in _numbers(lesson) if not self.has(lesson, number)), 1)

    @property
    def open_lesson(self) -> Lesson | None:
        """The first lesson that is not done."""
        return next((lesson for lesson in LESSONS if not self.is_done(lesson)), None)


def progress_of(request: HttpRequest) -> Progress:
    """What the visitor has answered, also before signing in."""
    answered = set(_in_session(request.session))
    if request.user.is_authenticated:
        kept = LessonAnswer.objects.filter(user=request.user)
        answered |= set(kept.values_list("lesson", "question"))
    return Progress(frozenset(one for one in answered if _exists(*one)))


def keep(request: HttpRequest, lesson: Lesson, number: int) -> None:
    """Keep that the visitor has answered question *number*."""
    if request.user.is_authenticated:
        LessonAnswer.objects.get_or_create(user=request.user, lesson=lesson.slug, question=number)
        return
    answered = {*_in_session(request.session), (lesson.slug, number)}
    request.session[KEY] = sorted(f"{slug} {one}" for slug, one in answered)


def _in_session(session: SessionBase) -> list[tuple[str, int]]:
    kept = (text.split() for text in session.get(KEY, ()))
    return [(slug, int(number)) for slug, number in kept]


def _exists(slug: str, number: int) -> bool:
    return slug in BY_SLUG and number in _numbers(BY_SLUG[slug])


def _numbers(lesson: Lesson) -> range:
    return range(1, len(lesson.questions) + 1)
