"""Decorators that say who may see a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

if TYPE_CHECKING:
    from accounts.models import User

View = Callable[..., HttpResponseBase]


def user_required(view: View) -> View:
    """Let people and guests in; anybody else is asked to sign in.

    The page is private to the visitor, so it is not cached.
    """

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded


def person_required(view: View) -> View:
    """Let people in; guests are asked to sign up, anybody else to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return user_required(view)(request, *args, **kwargs)

    return guarded


def stranger_required(view: View) -> View:
    """Let guests and anonymous visitors in; people are signed in already."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect("accounts:me")
        return view(request, *args, **kwargs)

    return guarded


def may_moderate(staff: User) -> bool:
    """Return whether *staff* may ban and mute people; whoever may change accounts may, too."""
    return staff.has_perm("accounts.moderate_user") or staff.has_perm("accounts.change_user")
