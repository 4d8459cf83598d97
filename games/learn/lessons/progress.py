"""Which questions a visitor has answered: kept with the account or, without one, in a cookie."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.learn.lessons.content import BY_SLUG, Lesson
from games.models import LessonAnswer

COOKIE = f"{settings.COOKIE_PREFIX}lessons"  # "lines.1_cuts.2"
COOKIE_AGE = 365 * 24 * 3600  # seconds
MAX_COOKIE_LENGTH = 1000  # characters; all questions need fewer
ANSWER = re.compile(r"([a-z-]+)\.([1-9])", re.ASCII)

Answered = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """The questions that are answered, each by its lesson's slug and its number in the lesson."""

    answered: Answered

    def __len__(self) -> int:
        return len(self.answered)

    def has(self, lesson: Lesson, number: int) -> bool:
        return (lesson.slug, number) in self.answered

    def is_done(self, lesson: Lesson) -> bool:
        return all(self.has(lesson, number) for number in _numbers(lesson))

    def open_question(self, lesson: Lesson) -> int:
        """Return the first question that is not answered; the first if all are."""
        return next((number for number in _numbers(lesson) if not self.has(lesson, number)), 1)

    @property
    def open_lesson(self) -> Lesson | None:
        """The first lesson that is not done."""
        return next((lesson for lesson in BY_SLUG.values() if not self.is_done(lesson)), None)


def progress_of(request: HttpRequest) -> LessonProgress:
    """Return what the visitor has answered, including what a cookie kept before they signed in."""
    answered = _in_cookie(request)
    if request.user.is_authenticated:
        kept = LessonAnswer.objects.filter(user=request.user)
        answered |= set(kept.values_list("lesson", "question"))
    # A cookie may name anything, and an old one a question that is asked no more.
    return LessonProgress(frozenset(one for one in answered if _exists(*one)))


def keep(request: HttpRequest, response: HttpResponse, lesson: Lesson, number: int) -> None:
    """Keep that the visitor has answered question *number*."""
    if request.user.is_authenticated:
        LessonAnswer.objects.get_or_create(user=request.user, lesson=lesson.slug, question=number)
        return
    answered = progress_of(request).answered | {(lesson.slug, number)}
    response.set_cookie(
        COOKIE,
        "_".join(f"{slug}.{one}" for slug, one in sorted(answered)),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _in_cookie(request: HttpRequest) -> set[tuple[str, int]]:
    text = request.COOKIES.get(COOKIE, "")[:MAX_COOKIE_LENGTH]
    found = (ANSWER.fullmatch(part) for part in text.split("_"))
    return {(one[1], int(one[2])) for one in found if one}


def _exists(slug: str, number: int) -> bool:
    return slug in BY_SLUG and number in _numbers(BY_SLUG[slug])


def _numbers(lesson: Lesson) -> range:
    return range(1, len(lesson.questions) + 1)
