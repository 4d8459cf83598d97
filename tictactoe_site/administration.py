"""The administration: staff sign in, and change their passwords, on the same pages as everybody.

With STAFF_SECOND_FACTOR they need the second step to come in, and are led to it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.signin.second_factor import has_second_factor, may_enter_administration

MAX_DIGITS = 18  # of a key: whatever has so many fits into 64 bits


View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def without_impossible_keys(view: View) -> View:
    """Answer 404 for a key that no row can have: SQLite and PostgreSQL would fail at it."""

    @wraps(view)
    def look_first(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        keys = [str(value).removeprefix("-") for value in (*args, *kwargs.values())]
        if any(key.isdecimal() and len(key) > MAX_DIGITS for key in keys):
            raise Http404
        return view(request, *args, **kwargs)

    return cast(View, look_first)


class Administration(AdminSite):
    """Django's administration, behind the site's own sign-in with its limits and second step."""

    site_header = site_title = _("Tic Tac Toe administration")
    enable_nav_sidebar = False  # lists of games need the room

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Wrap each page of the administration, also those at its models' own addresses."""
        return super().admin_view(without_impossible_keys(view), cacheable)

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the pages are open to whoever makes *request*."""
        return super().has_permission(request) and may_enter_administration(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send staff through the site's own sign-in, then to the second step."""
        if not request.user.is_authenticated or request.user.is_guest:
            return redirect_to_login(_wanted(request))
        if not request.user.is_staff:
            raise PermissionDenied
        if may_enter_administration(request):
            return redirect("admin:index")
        if has_second_factor(request.user):
            ask = reverse("mfa_reauthenticate")
            return redirect(f"{ask}?{urlencode({'next': _wanted(request)}, safe='/')}")
        return redirect("mfa_index")

    def password_change(  # type: ignore[override]  # Django's is a page, ours leads to one
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send staff to the site's own page."""
        return redirect("account_change_password")


def _wanted(request: HttpRequest) -> str:
    # Unchecked: the pages that get it do not lead to other sites.
    return request.GET.get("next") or reverse("admin:index")
