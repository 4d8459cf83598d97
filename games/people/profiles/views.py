"""A player's public page and its picture; whom the visitor follows, and the visitor's games."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import relations
from accounts.access import SignedInRequest, found_or_404, user_required, viewer_of
from games.compete.ratings.pages.games import ratings_in
from games.compete.ratings.pages.history import careers_of
from games.core.rules import TIC_TAC_TOE, Mark
from games.engine import LEVELS
from games.learn.cards.letters import written
from games.learn.cards.picture import Card
from games.learn.cards.services import in_letters_of_cards, show_card
from games.learn.review.queries import ReviewedGame
from games.models import Game
from games.people.profiles import activity, queries
from games.people.profiles.history import Filters, HistoryForm, history_page, sizes_of
from games.people.profiles.paging import start_of
from games.play.watch.queries import live_games_of
from games.text.seat_names import name_of


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's results, days of play and public games.

    A name in other letters leads to the right address.
    """
    found = found_or_404(queries.profile_of(name))
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
        "score": queries.head_to_head(viewer, found.user) if viewer else None,
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


@require_safe
@user_required
def history(request: SignedInRequest) -> HttpResponse:
    """Show a page of one's games, filtered as the address says."""
    fields = HistoryForm.base_fields
    asked = {name: request.GET[name] for name in fields if name in request.GET}
    form = HistoryForm(asked, sizes=sizes_of(request.user))
    filters = filters_of(form)
    page = history_page(request.user, filters, start_of(request))
    context = {
        "form": form,
        "page": page,
        "ratings": ratings_in(page.games, request.user),
        "is_filtered": filters != Filters(),
    }
    return render(request, "people/profiles/history.html", context)


def filters_of(form: HistoryForm) -> Filters:
    """Return the filters in *form*; fields with errors filter nothing."""
    form.is_valid()
    asked = form.cleaned_data
    size = asked.get("size", "")
    columns, _, rows = size.partition("x")
    return Filters(
        result=asked.get("result", ""),
        size=(int(columns), int(rows)) if size else None,
        opponent=asked.get("opponent", ""),
        since=asked.get("since"),
        until=asked.get("until"),
        of_rounds=asked.get("of_rounds", False),
    )


@require_safe
@in_letters_of_cards
def profile_card(request: HttpRequest, name: str) -> HttpResponse:
    """Show the results of a player, and the last public game."""
    found = found_or_404(queries.profile_of(name))
    games = queries.profile_games_page(found.user).games
    last = games[0] if games else None
    results = found.results
    words = {"won": results.won, "drawn": results.drawn, "lost": results.lost}
    card = Card(
        ruleset=last.ruleset if last else TIC_TAC_TOE,
        first=Mark(last.first) if last else Mark.X,
        cells=last.cells if last else (),
        line=_line(last) if last else (),
        kicker=_("Player"),
        title=written(name_of(found.user), _("Player")),
        text=_("%(won)d won, %(drawn)d drawn, %(lost)d lost") % words if results.games else "",
    )
    return show_card(request, card)


def _line(game: Game) -> tuple[int, ...]:
    return ReviewedGame(game, tuple(game.cells), (), None).line
