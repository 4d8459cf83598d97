"""Where to report a hole in the site's security (RFC 9116)."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)  # the standard asks for less than a year


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contact that whoever runs the site has set; 404 without one."""
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
