"""The pages of tournaments of any kind: the list, an arena's forms, a tournament, its buttons,
and its picture, which other sites show beside a link.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import SignedInRequest, person_required, viewer_of
from games.compete.tournaments import queries, services
from games.compete.tournaments.actions import carried_out
from games.compete.tournaments.arena import editing
from games.compete.tournaments.arena.showing import ShownArena, ShownBoards
from games.compete.tournaments.forms import ArenaEditForm, ArenaForm
from games.compete.tournaments.robin import views as robin
from games.core.errors import GameError
from games.core.rules import Mark
from games.learn.cards.letters import written
from games.learn.cards.picture import Card
from games.learn.cards.services import in_letters_of_cards, show_card
from games.live.sockets.consumer import SiteConsumer
from games.models import Tournament
from games.text.refusals import refusal
from games.text.wording import board_text, control_text
from tictactoe_site.common.addresses import address_of, pseudonym
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import parse_number


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that are not over and the latest that are; later pages, only these."""
    viewer = viewer_of(request)
    before = parse_number(request.GET.get("before", ""), most_digits=17)
    over, more = queries.finished(viewer, before)
    context = {
        "coming": [] if before else queries.not_over(viewer),
        "over": over,
        "before": before,
        "more": more,
    }
    return render(request, "compete/tournaments/tournaments.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def new(request: SignedInRequest) -> HttpResponse:
    """Show the form for an arena, or create the arena that it was sent for."""
    form = ArenaForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = services.create(user=request.user, **form.terms)
        except GameError as refused:
            form.refuse(refused)
        else:
            services.join_own(tournament=made, network=_address_pseudonym(request))
            return redirect(made)
    return render(
        request, "compete/tournaments/new.html", {"form": form}, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def edit(request: SignedInRequest, uid: str) -> HttpResponse:
    """Show the form that changes one's own arena before it begins, or change the arena."""
    found = _find(uid)
    try:
        editing.require_editable(found, request.user)
    except GameError as refused:
        messages.error(request, refusal(refused.code))
        return redirect(found)
    form = ArenaEditForm(request.POST if request.method == "POST" else None, found)
    if form.is_valid():
        try:
            editing.edit(uid=uid, user=request.user, **form.terms)
        except GameError as refused:
            form.refuse(refused)
        else:
            messages.success(request, gettext("The arena is changed."))
            return redirect(found)
    context = {"form": form, "tournament": found}
    status = 422 if form.errors else 200
    return render(request, "compete/tournaments/edit.html", context, status=status)


@require_safe
@never_cache
def tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a tournament of any kind."""
    found = _find(uid)
    return _arena(request, found) if found.is_arena else robin.page(request, found)


@require_safe
@never_cache
def arena_boards(request: HttpRequest, uid: str) -> HttpResponse:
    """Show all boards of an arena in pages, which a script keeps up to date."""
    found = _find(uid)
    if not found.is_arena:
        raise Http404
    shown = ShownBoards(found, request.GET.get("page", ""))
    return render(request, "compete/tournaments/boards.html", {"tournament": found, "arena": shown})


@require_POST
@person_required
def join(request: SignedInRequest, uid: str) -> HttpResponse:
    """Take part; whoever has not been told of the bots there is asked first."""
    found = _find(uid)
    try:
        services.join(
            uid=uid,
            user=request.user,
            knows_of_bots="bots" in request.POST,
            network=_address_pseudonym(request),
            is_connected=request.user.pk in SiteConsumer.users_here(),
        )
    except GameError as refused:
        if refused.code == "bots_play_too":
            return render(request, "compete/tournaments/bots_too.html", {"tournament": found})
        messages.error(request, refusal(refused.code))
    return redirect(found)


@require_POST
@person_required
def pause(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(request, _find(uid), services.pause)


@require_POST
@person_required
def come_back(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(request, _find(uid), services.come_back)


@require_POST
@person_required
def withdraw(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(request, _find(uid), services.withdraw, gettext("You no longer take part."))


@require_POST
@person_required
def cancel(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(
        request, _find(uid), services.cancel, gettext("The tournament is cancelled.")
    )


def _arena(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show an arena's standings, the viewer's own round, and the top boards."""
    shown = ShownArena(tournament, viewer_of(request), request.GET.get("page", ""))
    context = {"tournament": tournament, "arena": shown}
    return render(request, "compete/tournaments/arena.html", context)


def _find(uid: str) -> Tournament:
    try:
        return queries.find(uid)
    except GameError:
        raise Http404 from None


def _address_pseudonym(request: HttpRequest) -> str:
    return pseudonym(address_of(request))


@require_safe
@in_letters_of_cards
def tournament_card(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what is played there, and when."""
    tournament = _find(uid)
    terms = board_text(tournament.ruleset)
    day = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    card = Card(
        ruleset=tournament.ruleset,
        first=Mark.X,
        cells=(),
        line=(),
        kicker=tournament.get_kind_display(),
        title=written(tournament.full_title, tournament.get_kind_display()),
        text=f"{terms}, {control_text(tournament.control)}. {day}",
    )
    return show_card(request, card)
