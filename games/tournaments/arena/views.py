"""The page of an arena."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Tournament
from games.tournaments.arena.showing import ShownArena


def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How it stands, one's own round, and the top boards."""
    viewer = request.user if request.user.is_authenticated else None
    shown = ShownArena(tournament, viewer, request.GET.get("page", ""))
    context = {"tournament": tournament, "arena": shown}
    return render(request, "tournaments/arena.html", context)
