"""The preferences: their page, the quick switches on other pages, and X and O in one's own hand."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import HandwritingForm, PreferencesForm
from accounts.guests import ensure_user
from accounts.handwriting import paths_of
from accounts.language import language_asked_for
from accounts.models import Preferences
from accounts.preferences import SWITCHES, drop_unfit_marks, keep_preferences, preferences_of
from tictactoe_site.common.links import next_page
from tictactoe_site.common.methods import require_POST

if TYPE_CHECKING:
    from accounts.handwriting import Handwriting

LANGUAGES = dict(settings.LANGUAGES)
QUICK_SWITCHES = ("sound", "chat", "zen")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and store the preferences of anybody, signed in or not."""
    # A copy, because the form writes even invalid values to its object, which also draws the page.
    form = PreferencesForm(
        request.POST if request.method == "POST" else None, instance=copy(preferences_of(request))
    )
    if form.is_valid():
        response, chosen = redirect("accounts:preferences"), form.save(commit=False)
        keep_preferences(request, response, chosen)
        # The next page shows it, in the language that was chosen here.
        with override(chosen.language or language_asked_for(request)):
            messages.success(request, _("Your preferences are saved."))
        return response
    drawn = preferences_of(request).handwriting
    strokes = {mark: paths_of(drawn, mark) for mark in drawn}
    return render(request, "accounts/preferences.html", {"form": form, "strokes": strokes})


@require_POST
def quick_preference(request: HttpRequest) -> HttpResponse:
    """Store ``theme`` (system, light, dark), ``language``, or ``sound``, ``chat`` or ``zen``
    (on, off).

    A script is answered with 204, a form with the page it was sent from (``next``).
    """
    preferences = copy(preferences_of(request))
    if not _switch(preferences, request.POST):
        return HttpResponseBadRequest(_("Unknown preference."), "text/plain")
    response = _answer(request)
    keep_preferences(request, response, preferences)
    return response


def _switch(preferences: Preferences, post: QueryDict) -> bool:
    """Set the first preference that *post* names; return whether there is one."""
    theme = post.get("theme", "")
    if theme in Preferences.Theme.values:
        preferences.theme = theme
        return True
    language = post.get("language", "")
    if language in LANGUAGES:
        preferences.language = language
        return True
    for name in QUICK_SWITCHES:
        value = post.get(name, "")
        if value in SWITCHES:
            setattr(preferences, name, SWITCHES[value])
            return True
    return False


def _answer(request: HttpRequest) -> HttpResponse:
    # A browser that does not say what it does with the answer shows it as a page.
    is_page = request.headers.get("Sec-Fetch-Dest", "document") == "document"
    if not is_page or "X-Requested-With" in request.headers:
        return HttpResponse(status=204)
    return HttpResponseRedirect(next_page(request))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def handwriting(request: HttpRequest) -> HttpResponse:
    """Show the page, and keep what was drawn on it. ``printed`` goes back to the printed marks.

    A visitor without an account becomes a guest: a cookie is too small for a drawing.
    """
    if "printed" in request.POST:
        return _save_handwriting(request, {}, _("You have the printed marks again."))
    form = HandwritingForm(request.POST or None)
    if form.is_valid():
        return _save_handwriting(request, form.handwriting, _("Your handwriting is saved."))
    drawn = preferences_of(request).handwriting
    return render(request, "accounts/handwriting.html", {"form": form, "drawn": drawn})


def _save_handwriting(request: HttpRequest, drawn: Handwriting, said: str) -> HttpResponse:
    if drawn:
        ensure_user(request)
    preferences = copy(preferences_of(request))
    preferences.handwriting = drawn
    for mark in drawn:  # a symbol of one's own would be shown instead
        setattr(preferences, f"{mark}_symbol", "")
    drop_unfit_marks(preferences)
    response = redirect("accounts:handwriting")
    keep_preferences(request, response, preferences)
    messages.success(request, said)
    return response
