"""Where a page of games begins, as its address says."""

from __future__ import annotations

from django.http import HttpRequest

from games.profiles.paging import Start


def start_of(request: HttpRequest) -> Start:
    """What `?before=` or `?after=` names."""
    return Start(before=request.GET.get("before", ""), after=request.GET.get("after", ""))
