"""The documents, for programs and for people."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.programs.api.api import api
from games.programs.api.documents import asyncapi
from games.programs.api.documents.openapi import document_of
from games.programs.api.documents.reference import sections, spoken
from games.programs.api.problems import by_status
from games.programs.api.published_limits import TABLE
from games.text.refusals import REFUSALS

# The first request makes a document. Without the lock, requests that come meanwhile would too.
_making = Lock()


@cache  # making it takes the framework 360 ms, and it never changes
def _openapi() -> dict[str, Any]:
    return document_of(api, settings.PUBLIC_ORIGINS[0])


@cache
def _reference() -> dict[str, Any]:
    """Return what the page shows."""
    said = asyncapi.document(settings.PUBLIC_ORIGINS[0])
    return {
        "sections": sections(_openapi()),
        "channels": asyncapi.CHANNELS,
        "cells": asyncapi.CELLS,
        "heard": spoken(said, "send"),
        "told": spoken(said, "receive"),
        "limits": TABLE,
        "codes": sorted(REFUSALS.items()),
    }


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Show what the API takes and gives, as OpenAPI 3.1."""
    with _making:
        document = _openapi()
    return JsonResponse(document)


@require_safe
def asyncapi_document(request: HttpRequest) -> HttpResponse:
    """Show what is said on sockets and streams, as AsyncAPI 3.1."""
    return JsonResponse(asyncapi.document(settings.PUBLIC_ORIGINS[0]))


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show both documents as a page to read."""
    with _making:
        said = _reference()
    return render(request, "programs/api/reference.html", said)


def nowhere(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer a program that has mistyped an address with a problem, not with a page."""
    return by_status(404)
