"""The page of the client, and the file that pip installs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from games.programs.client.wheel import wheel


def _etag(request: HttpRequest) -> str:
    return f'"{wheel().sha256}"'


@require_safe
def client(request: HttpRequest) -> HttpResponse:
    """Show how to install the client, and the hash of what one gets."""
    return render(request, "programs/client/client.html", {"wheel": wheel()})


@require_safe
@cache_control(public=True, no_cache=True)  # the next version of the site may have another
@condition(etag_func=_etag)
def client_wheel(request: HttpRequest) -> HttpResponse:
    """Show the client as pip installs it."""
    return HttpResponse(wheel().content, content_type="application/octet-stream")
