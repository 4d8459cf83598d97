"""The page of the course."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.learn.explanation.presets import PRESETS
from games.learn.lessons.content import LESSONS
from games.programs.workshops.kits import KITS

MINUTES_A_LESSON = 5


@require_safe
def course(request: HttpRequest) -> HttpResponse:
    """Show the lessons, the kits, the lab, and what can stand in a teacher's slides."""
    context = {
        "lessons": LESSONS,
        "minutes": MINUTES_A_LESSON,
        "kits": KITS.values(),
        "place": PRESETS[0].place,
    }
    return render(request, "programs/course/course.html", context)
