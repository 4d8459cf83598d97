"""The pages on how one player plays, and on whose moves stood out in the last week.

On the first, staff also refund the opponents of somebody banned.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext

from accounts.access import signed_in_user
from accounts.models import User
from accounts.signin.authentication import ask_again, authenticated_recently
from games.admin.decisions import DecisionForm
from games.compete.fairplay.grading import graded_games, want_grades
from games.compete.fairplay.report import most_striking, report_of
from games.compete.ratings.refunds import provisional_opponents, refund
from games.core.errors import GameError
from games.models import Pool
from games.people.moderation.desk import refunds_allowed
from games.text.refusals import refusal


def player_page(model_admin: ModelAdmin[Any], request: HttpRequest, user_id: int) -> HttpResponse:
    """Return the page on how one player plays.

    POST: have games of a pool graded, or give the opponents of somebody banned their points back.
    """
    _require_view(model_admin, request)
    user = get_object_or_404(User, pk=user_id)
    may_change, asks_grades = model_admin.has_change_permission(request), "grade" in request.POST
    form = DecisionForm(None if asks_grades else request.POST or None)
    if request.method == "POST":
        if not (may_change if asks_grades else may_refund(request)):
            raise PermissionDenied
        if request.POST.get("grade") in Pool.values:
            _want_grades(request, user, request.POST["grade"])
            return redirect(request.path)
        if not authenticated_recently(request):
            return ask_again(request)
        if user.is_banned and form.is_valid():
            give_refunds(request, user, form.cleaned_data["reason"])
            return redirect(request.path)
    context = {
        "title": gettext("Fair play: %(name)s") % {"name": user.username},
        "player": user,
        "reports": [
            (Pool(pool), report_of(user, pool), graded_games(user, pool)) for pool in Pool.values
        ],
        "may_change": may_change,
        "form": form if user.is_banned and may_refund(request) else None,
    }
    return _answer(model_admin, request, "admin/games/rating/fair_play.html", context)


def week_page(model_admin: ModelAdmin[Any], request: HttpRequest) -> HttpResponse:
    """Return the page on who stood out in the last week."""
    _require_view(model_admin, request)
    reports = [(Pool(report.pool).label, report) for report in most_striking()]
    context = {"title": gettext("Who stood out in the last week"), "reports": reports}
    return _answer(model_admin, request, "admin/games/rating/striking.html", context)


def _require_view(model_admin: ModelAdmin[Any], request: HttpRequest) -> None:
    if not model_admin.has_view_permission(request):
        raise PermissionDenied


def may_refund(request: HttpRequest) -> bool:
    """Return whether the staff of *request* may give opponents back what they lost."""
    return refunds_allowed(signed_in_user(request))


def give_refunds(request: HttpRequest, user: User, reason: str) -> None:
    """Give the opponents of *user*, who is banned, their points back, and tell how many."""
    try:
        given = refund(banned=user, staff=signed_in_user(request), reason=reason)
    except GameError as error:  # the ban has just been lifted
        messages.error(request, refusal(error.code))
        return
    sentence = ngettext("%(count)d refund given.", "%(count)d refunds given.", len(given))
    told = sentence % {"count": len(given)}
    if count := provisional_opponents(user):
        others = ngettext(
            "%(count)d opponent gets none: the next rounds correct a provisional rating.",
            "%(count)d opponents get none: the next rounds correct provisional ratings.",
            count,
        )
        told = f"{told} {others % {'count': count}}"
    messages.success(request, told)


def _want_grades(request: HttpRequest, user: User, pool: str) -> None:
    count = want_grades(user, pool)
    sentence = ngettext("%(count)d game will be graded.", "%(count)d games will be graded.", count)
    messages.success(request, sentence % {"count": count})


def _answer(
    model_admin: ModelAdmin[Any], request: HttpRequest, template: str, context: dict[str, Any]
) -> HttpResponse:
    whole = {**model_admin.admin_site.each_context(request), "opts": model_admin.opts, **context}
    return TemplateResponse(request, template, whole)
