"""Where a form leads that may be sent from any page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.http import url_has_allowed_host_and_scheme

if TYPE_CHECKING:
    from django.http import HttpRequest


def next_page(request: HttpRequest, default: str = "/") -> str:
    """Return the address in the form's ``next``, if it is one of this site, else *default*."""
    asked = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if is_ours else default
