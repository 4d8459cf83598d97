"""What browsers and researchers look for at an address that everybody knows."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)  # the standard asks for less than a year


@require_safe
@cache_control(public=True, max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead to the site's icon: where an answer names none, as JSON does not, browsers look here."""
    return redirect(static("img/icon.svg"))


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Show where to report a hole in the site's security (RFC 9116); 404 if no contact is set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires}",
        "Preferred-Languages: en",
        f"Canonical: {settings.PUBLIC_ORIGINS[0]}/.well-known/security.txt",
    ]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain")
