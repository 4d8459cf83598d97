"""The front page of competing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def compete(request: HttpRequest) -> HttpResponse:
    """What rated rounds are, and in which pools they are played."""
    return render(request, "rounds/compete.html")
