"""Switches notifications on and off, device by device: the section Devices of the preferences."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import SignedInRequest
from games.core.errors import GameError
from games.play.push import services
from games.play.refusing import refusals_told, refused_data
from tictactoe_site.common.methods import require_POST


@require_POST
@login_required
def switch_on(request: SignedInRequest) -> HttpResponse:
    """Switch notifications on for this session's browser: 201, or why not, as JSON."""
    try:
        services.switch_on(
            user=request.user,
            session=_session(request),
            subscription=services.parse_subscription(request.body),
            user_agent=request.headers.get("User-Agent", ""),
        )
    except GameError as error:
        return refused_data(error)
    return JsonResponse({}, status=201)


@require_POST
@login_required
def renew(request: SignedInRequest) -> HttpResponse:
    """Note that this session's browser has got a new push endpoint: 204, or why not, as JSON."""
    try:
        subscription = services.parse_subscription(request.body)
        services.renew(user=request.user, session=_session(request), subscription=subscription)
    except GameError as error:
        return refused_data(error)
    return HttpResponse(status=204)


@require_POST
@login_required
def choose(request: SignedInRequest, uid: str) -> HttpResponse:
    """Store which kinds of notification a device gets (`kinds`)."""
    kinds = request.POST.getlist("kinds")
    return _carry_out(
        request,
        lambda: services.choose(user=request.user, uid=uid, kinds=kinds),
        _("Your choice is saved."),
    )


@require_POST
@login_required
def send_test(request: SignedInRequest, uid: str) -> HttpResponse:
    """Have a test notification sent to a device."""
    return _carry_out(
        request,
        lambda: services.request_test(user=request.user, uid=uid),
        _("The test is on its way. It should arrive within a minute."),
    )


@require_POST
@login_required
def remove(request: SignedInRequest, uid: str) -> HttpResponse:
    """Switch notifications off for a device."""
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
    with refusals_told(request, words):
        work()
    return redirect(f"{reverse('accounts:preferences')}#devices")
