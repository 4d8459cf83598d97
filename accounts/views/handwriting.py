"""X and O in one's own hand: the page where they are drawn."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import HandwritingForm
from accounts.guests import ensure_user
from accounts.preferences import keep_preferences, preferences_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from accounts.handwriting import Handwriting


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def handwriting(request: HttpRequest) -> HttpResponse:
    """Show the page, and keep what was drawn on it. ``printed`` goes back to the printed marks.

    A visitor without an account becomes a guest: a cookie is too small for a drawing.
    """
    if "printed" in request.POST:
        return _kept(request, {}, _("You have the printed marks again."))
    form = HandwritingForm(request.POST or None)
    if form.is_valid():
        return _kept(request, form.handwriting, _("Your handwriting is saved."))
    drawn = preferences_of(request).handwriting
    return render(request, "accounts/handwriting.html", {"form": form, "drawn": drawn})


def _kept(request: HttpRequest, drawn: Handwriting, said: str) -> HttpResponse:
    if drawn:
        ensure_user(request)
    preferences = copy(preferences_of(request))
    preferences.handwriting = drawn
    for mark in drawn:  # a symbol of one's own would be shown instead
        setattr(preferences, f"{mark}_symbol", "")
    response = redirect("accounts:handwriting")
    keep_preferences(request, response, preferences)
    messages.success(request, said)
    return response
