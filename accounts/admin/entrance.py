"""Staff come in, and change their passwords, as everybody does."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse


def sign_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
    """Send staff through the site's own sign-in, with its limits."""
    if request.user.is_authenticated and not request.user.is_guest:
        if not request.user.is_staff:
            raise PermissionDenied
        return redirect("admin:index")
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


def change_own_password(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponseBase:
    """Send staff to the site's own page."""
    return redirect("account_change_password")


admin.site.login = sign_in  # type: ignore[method-assign, assignment]
admin.site.password_change = change_own_password  # type: ignore[method-assign, assignment]
