"""What everybody may see of a player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import selectors


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player's results and public games. A name in other letters leads to the right address."""
    found = selectors.profile_of(name)
    if found is None:
        raise Http404
    if found.user.username != name:
        return redirect("games:profile", found.user.username, permanent=False)
    page = selectors.profile_games_page(found.user, request.GET.get("page"))
    context = {"profile": found, "person": found.user, "page": page}
    return render(request, "games/profile.html", context)
