"""Switches notifications on and off, device by device; the section of the preferences asks it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import SignedInRequest
from games.core.errors import GameError
from games.play.push import services
from games.play.refusing import refusals_told, refused_data


@require_POST
@login_required
def switch_on(request: SignedInRequest) -> HttpResponse:
    """Tell the browser of this session from now on: 201, or why not, as JSON."""
    try:
        services.switch_on(
            user=request.user,
            session=_session(request),
            told=services.parse_subscription(request.body),
            user_agent=request.headers.get("User-Agent", ""),
        )
    except GameError as error:
        return refused_data(error)
    return JsonResponse({}, status=201)


@require_POST
@login_required
def renew(request: SignedInRequest) -> HttpResponse:
    """Note that the browser of this session has another address: 204, or why not, as JSON."""
    try:
        told = services.parse_subscription(request.body)
        services.renew(user=request.user, session=_session(request), told=told)
    except GameError as error:
        return refused_data(error)
    return HttpResponse(status=204)


@require_POST
@login_required
def choose(request: SignedInRequest, uid: str) -> HttpResponse:
    """Store of what a device is told: `kinds`, each that is wanted."""
    kinds = request.POST.getlist("kinds")
    return _carry_out(
        request,
        lambda: services.choose(user=request.user, uid=uid, kinds=kinds),
        _("Your choice is saved."),
    )


@require_POST
@login_required
def test(request: SignedInRequest, uid: str) -> HttpResponse:
    """Have a notification sent to try it."""
    return _carry_out(
        request,
        lambda: services.want_test(user=request.user, uid=uid),
        _("The test is on its way. It should arrive within a minute."),
    )


@require_POST
@login_required
def remove(request: SignedInRequest, uid: str) -> HttpResponse:
    """Tell a device nothing any more."""
    return _carry_out(
        request,
        lambda: services.remove(user=request.user, uid=uid),
        _("Notifications are off on that device."),
    )


def _session(request: SignedInRequest) -> str:
    key = request.session.session_key
    assert key  # whoever is signed in has one
    return key


def _carry_out(request: SignedInRequest, work: Callable[[], None], words: str) -> HttpResponse:
    with refusals_told(request):
        work()
        messages.success(request, words)
    return redirect(f"{reverse('accounts:preferences')}#devices")
