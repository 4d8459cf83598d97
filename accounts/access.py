"""Who asks for a page, whether it is there, and decorators that say who may see it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from accounts.models import User

View = Callable[..., HttpResponseBase]
Found = TypeVar("Found")


class SignedInRequest(HttpRequest):
    """A request that passed `login_required` or its like; for the type checker alone."""

    user: User


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of *request*, on a page for which one has to be signed in."""
    assert isinstance(request.user, User)
    return request.user


def viewer_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, who may be a guest; None for an anonymous visitor."""
    return request.user if request.user.is_authenticated else None


def found_or_404(found: Found | None) -> Found:
    """Return what was *found*. Raises Http404 if it is None: absent, or hidden from the visitor."""
    if found is None:
        raise Http404
    return found


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
    """Return whether *staff* may ban and mute people, as may all who may change accounts."""
    return staff.has_perm("accounts.moderate_user") or staff.has_perm("accounts.change_user")


def hide_from_referrers(view: View) -> View:
    """Send only the site's origin as the referrer: the page's address holds a key or a code.

    For pages, and for pictures opened as pages. Downloads, codes drawn inside a page and redirects
    load nothing, so they send no referrer.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return guarded
