"""Who may see which page of this application, one line per page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponseBase]


def user_required(view: View) -> View:
    """Let people and guests in; the others may sign in first.

    The page is of the visitor's own matters, so nobody keeps it.
    """

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded


def person_required(view: View) -> View:
    """Let people in; guests may sign up first, the others sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return user_required(view)(request, *args, **kwargs)

    return guarded


def stranger_required(view: View) -> View:
    """Let guests and anonymous visitors in; people are in already."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect("accounts:me")
        return view(request, *args, **kwargs)

    return guarded
