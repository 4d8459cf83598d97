"""Addresses of this site: whole ones, for mails and for what people copy, and those in forms.

A whole address begins as PUBLIC_ORIGINS says: a client can send any port with its Host, and a
mail goes to somebody else.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tictactoe_site.common.methods import nearest_page


def public_url(path: str) -> str:
    """Return the full address of *path*, for readers who may be anywhere."""
    return f"{settings.PUBLIC_ORIGINS[0]}{path}"


def public_host() -> str:
    """Return the site's host as people see it, with the port unless it is the usual one."""
    return urlsplit(settings.PUBLIC_ORIGINS[0]).netloc


def url_as_seen(request: HttpRequest, path: str) -> str:
    """Return the full address of *path*, under the origin of *request* if that is one of ours."""
    origin = f"{request.scheme}://{request.get_host()}"
    return f"{origin}{path}" if origin in settings.PUBLIC_ORIGINS else public_url(path)


def next_page(request: HttpRequest, default: str = "/") -> str:
    """Return the form's ``next`` if it is an address of this site, else *default*.

    A page that answered a form may have named an address that takes nothing but forms; then it is
    the nearest page above.
    """
    asked = request.POST.get("next", "")
    # Without a slash it would be relative to the form's page, or to Django the name of a route.
    is_ours = asked.startswith("/") and url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return _page_of(asked) if is_ours else default


def _page_of(address: str) -> str:
    path = urlsplit(address).path
    page = nearest_page(path)
    return address if page == path else page
