"""Staff come in, and change their passwords, as everybody does.

Where STAFF_SECOND_FACTOR says so, they come in with the second step only, and are led to it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts.second_factor import has_second_factor, may_enter_administration

is_of_the_staff = admin.site.has_permission


def has_permission(request: HttpRequest) -> bool:
    """Whether the administration's pages are open to whoever makes *request*."""
    return is_of_the_staff(request) and may_enter_administration(request)


def sign_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
    """Send staff through the site's own sign-in, with its limits."""
    if request.user.is_authenticated and not request.user.is_guest:
        if not request.user.is_staff:
            raise PermissionDenied
        return _to_second_step(request)
    return redirect_to_login(_wanted(request))


def _to_second_step(request: HttpRequest) -> HttpResponseBase:
    if may_enter_administration(request):
        return redirect("admin:index")
    if has_second_factor(request.user):
        ask = reverse("mfa_reauthenticate")
        return redirect(f"{ask}?{urlencode({'next': _wanted(request)}, safe='/')}")
    return redirect("mfa_index")


def _wanted(request: HttpRequest) -> str:
    return request.GET.get("next") or reverse("admin:index")


def change_own_password(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponseBase:
    """Send staff to the site's own page."""
    return redirect("account_change_password")


admin.site.has_permission = has_permission  # type: ignore[method-assign]
admin.site.login = sign_in  # type: ignore[method-assign, assignment]
admin.site.password_change = change_own_password  # type: ignore[method-assign, assignment]
