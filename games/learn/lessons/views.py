"""The lessons: a list, a page for each question, and a file to write a program from."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.core.notation import cell_name
from games.learn.lessons.content import BY_SLUG, FIVES, LESSONS, QUESTIONS, Lesson
from games.learn.lessons.progress import LessonProgress, keep, progress_of
from games.learn.lessons.questions import LessonQuestion
from games.learn.lessons.showing import ShownQuestion
from tictactoe_site.common.numbers import parse_number


@require_safe
@never_cache
def learn(request: HttpRequest) -> HttpResponse:
    """Show all lessons, and how far the visitor has come."""
    progress = progress_of(request)
    return render(
        request,
        "learn/lessons/learn.html",
        {
            "path": _path(progress, LESSONS),
            "fives": _path(progress, FIVES),
            "answered": len(progress),
            "questions": QUESTIONS,
            "open": progress.open_lesson,
        },
    )


@require_safe
@never_cache
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to a lesson's first question that is not answered; to the first if all are."""
    found = _lesson(slug)
    return redirect("games:lesson_question", slug, progress_of(request).open_question(found))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def question(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a question and the verdict on ?answer=; by POST, redirect there or refuse the answer."""
    found = _lesson(slug)
    if not 1 <= number <= len(found.questions):
        raise Http404
    if request.method == "POST":
        return _take_answer(request, found, number)
    return _page(request, found, number, request.GET.get("answer", ""))


@require_safe
def skeleton(request: HttpRequest) -> HttpResponse:
    """Send the file from which visitors write a program of their own."""
    response = HttpResponse(render_to_string("learn/lessons/tictactoe.py"), "text/x-python")
    response["Content-Disposition"] = 'attachment; filename="tictactoe.py"'
    return response


def _take_answer(request: HttpRequest, lesson: Lesson, number: int) -> HttpResponse:
    asked = lesson.questions[number - 1]
    chosen = asked.judge(_answer(request, asked))
    if chosen is None:
        return _page(request, lesson, number, "", is_refused=True)
    address = reverse("games:lesson_question", args=[lesson.slug, number])
    response = redirect(f"{address}?{urlencode({'answer': chosen.value})}#verdict")
    if chosen.is_right:
        keep(request, response, lesson, number)
    return response


def _answer(request: HttpRequest, asked: LessonQuestion) -> str:
    """Return the posted answer; if it is a cell's number, the name of that cell."""
    cell = parse_number(request.POST.get("cell", ""))
    if cell is not None:
        ruleset = asked.place.ruleset
        return cell_name(ruleset, cell) if cell < ruleset.cells else ""
    return request.POST.get("answer", "")


def _page(
    request: HttpRequest, lesson: Lesson, number: int, answer: str, *, is_refused: bool = False
) -> HttpResponse:
    looks = own_looks(preferences_of(request))
    progress = progress_of(request)
    context = {
        "lesson": lesson,
        "shown": ShownQuestion(lesson, number, answer, looks),
        "path": _path(progress, lesson.course, lesson),
        "last_lesson": len(lesson.course),
        "is_of_fives": lesson.course is FIVES,
        "is_refused": is_refused,
        "is_done": progress.is_done(lesson),
    }
    return render(request, "learn/lessons/lesson.html", context, status=422 if is_refused else 200)


def _path(
    progress: LessonProgress, course: Sequence[Lesson], here: Lesson | None = None
) -> list[dict[str, object]]:
    """Return the lessons of a course in order, and of each whether it is done, and is *here*."""
    return [
        {"lesson": one, "is_done": progress.is_done(one), "is_now": one is here} for one in course
    ]


def _lesson(slug: str) -> Lesson:
    if slug not in BY_SLUG:
        raise Http404
    return BY_SLUG[slug]
