"""The documents, for programs and for people."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api import asyncapi
from games.api.api import api
from games.api.document import document_of
from games.api.limits import TABLE
from games.api.problems import by_status
from games.api.reference import sections, spoken
from games.text.refusals import REFUSALS


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """What the API takes and gives, as OpenAPI 3.1."""
    return JsonResponse(document_of(api, settings.PUBLIC_ORIGINS[0]))


@require_safe
def asyncapi_document(request: HttpRequest) -> HttpResponse:
    """What is said on sockets and streams, as AsyncAPI 3.1."""
    return JsonResponse(asyncapi.document(settings.PUBLIC_ORIGINS[0]))


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """All of it to read."""
    origin = settings.PUBLIC_ORIGINS[0]
    said = asyncapi.document(origin)
    context = {
        "sections": sections(document_of(api, origin)),
        "channels": asyncapi.CHANNELS,
        "heard": spoken(said, "send"),
        "told": spoken(said, "receive"),
        "limits": TABLE,
        "codes": sorted(REFUSALS.items()),
    }
    return render(request, "api/reference.html", context)


def nowhere(request: HttpRequest, rest: str) -> HttpResponse:
    """What a program that mistypes an address reads, instead of a page."""
    return by_status(404)
