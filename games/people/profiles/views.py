"""The public page of a player, and the page of those the visitor follows or has blocked."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import relations
from accounts.access import SignedInRequest, viewer_of
from games.compete.ratings.pages.games import ratings_in
from games.compete.ratings.pages.history import careers_of
from games.engine import LEVELS
from games.people.profiles import activity, head_to_head, queries
from games.people.profiles.paging import start_of
from games.play.watch.queries import live_games_of


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's results, days of play and public games.

    A name in other letters leads to the right address.
    """
    found = queries.profile_of(name)
    if found is None:
        raise Http404
    if found.user.username != name:
        return redirect("games:profile", found.user.username, permanent=False)
    page = queries.profile_games_page(found.user, start_of(request))
    viewer = viewer_of(request)
    context = {
        "profile": found,
        "person": found.user,
        "page": page,
        "ratings": ratings_in(page.games, found.user),
        "ties": relations.kinds_between(viewer, found.user) if viewer else frozenset(),
        "hardest": len(LEVELS),
        "score": head_to_head.head_to_head(viewer, found.user) if viewer else None,
        "careers": careers_of(found.user),
        "activity": activity.activity_of(found.user),
    }
    return render(request, "people/profiles/profile.html", context)


@require_safe
@never_cache
@login_required
def people(request: SignedInRequest) -> HttpResponse:
    """Show those the visitor follows, with the games they play just now, and those blocked."""
    following = list(relations.following(request.user))
    playing = live_games_of(following)
    context = {
        "following": [(person, playing.get(person.pk)) for person in following],
        "blocked": relations.blocked(request.user),
    }
    return render(request, "people/profiles/people.html", context)
