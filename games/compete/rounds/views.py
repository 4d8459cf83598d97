"""The front page of competing, and the forms and the page of looking for an opponent."""

from __future__ import annotations

from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import SignedInRequest, found_or_404, person_required, viewer_of
from accounts.models import User
from games.compete.ratings.pages.steps import Steps, steps_of
from games.compete.rounds import queries, seeks
from games.compete.rounds.forms import SeekForm
from games.core.errors import GameError
from games.models import Game, Pool, RatingChange, Round, Seek
from games.play.game.queries import listed
from games.play.notices import services as notices
from games.text.refusals import refusal, unrated_text
from tictactoe_site.common.addresses import address_of, pseudonym
from tictactoe_site.common.links import next_page
from tictactoe_site.common.methods import require_POST


@require_safe
@never_cache
def compete(request: HttpRequest) -> HttpResponse:
    """Show what rated rounds are, how the visitor stands, and the ways into a round.

    With `?invite=` the forms are for a round with somebody of that name.
    """
    viewer = viewer_of(request)
    own = queries.own_pools(viewer)
    context = {
        "own": own,
        "is_new": not any(one.rounds for one in own),
        "can_seek": viewer is not None and viewer.is_person,
        "invited": queries.who_can_be_invited(viewer, request.GET.get("invite", "")),
        "going": queries.going_round(viewer),
        "forms": [SeekForm(pool) for pool in Pool],
        "looking": queries.who_looks(viewer),
        "strongest": [(pool, queries.strongest(pool)) for pool in Pool],
        "levels": [(pool, queries.levels_of(pool)) for pool in Pool],
    }
    return render(request, "compete/rounds/compete.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def seek(request: SignedInRequest) -> HttpResponse:
    """Show the visitor's own search: POST begins one, GET shows it and says that they are there."""
    if request.method == "POST":
        return _begin(request)
    own = seeks.look(user=request.user)
    if own is None:
        messages.info(request, refusal("no_such_seek"))
        return redirect("games:compete")
    if own.round_uid:
        return redirect("games:game", own.round_uid)
    waited = int((timezone.now() - own.created_at).total_seconds())
    context = {"seek": own, "waited": waited, **_reach(own)}
    return render(request, "compete/rounds/seek.html", context)


@require_safe
@person_required
def seek_data(request: SignedInRequest) -> HttpResponse:
    """Tell the page's script where to go, "" while the search goes on, and how far it reaches."""
    own = seeks.look(user=request.user)
    if own is None or own.declined_at:
        return JsonResponse({"next": reverse("games:seek"), "reach": 0})
    path = _path_of(own) if own.round_uid else ""
    return JsonResponse({"next": path, "reach": _reach(own)["reach"]})


@require_POST
@person_required
def cancel(request: SignedInRequest) -> HttpResponse:
    """Look no longer, and go to the page that the form names, or to competing."""
    seeks.cancel(user=request.user)
    return redirect(next_page(request, default=reverse("games:compete")))


@require_POST
@person_required
def accept(request: SignedInRequest, uid: str) -> HttpResponse:
    """Play whoever looks for an opponent with the seek *uid*."""
    address = address_of(request)
    try:
        found = seeks.accept(
            uid=uid, user=request.user, network=pseudonym(address), address=address
        )
    except GameError as error:
        return _refused(request, error)
    return redirect("games:game", found.round_uid)


@require_POST
@person_required
def decline(request: SignedInRequest, uid: str) -> HttpResponse:
    """Refuse an invitation to a round."""
    try:
        seeks.decline(uid=uid, user=request.user)
    except GameError as error:
        return _refused(request, error)
    return redirect("games:waiting")


@require_POST
@person_required
def level(request: SignedInRequest) -> HttpResponse:
    """Begin a rated round against a level of the computer."""
    pool = request.POST.get("pool", "")
    address = address_of(request)
    try:
        if pool not in Pool.values:
            raise GameError("no_pool")
        round = seeks.begin_against_level(
            user=request.user,
            level=request.POST.get("level", ""),
            pool=Pool(pool),
            network=pseudonym(address),
            address=address,
        )
    except GameError as error:
        return _refused(request, error)
    return redirect("games:game", round.uid)


def _begin(request: SignedInRequest) -> HttpResponse:
    form = SeekForm(None, request.POST)
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return redirect("games:compete")
    address = address_of(request)
    try:
        found = seeks.seek(
            user=request.user,
            wish=form.wish,
            invited=_invited(request),
            network=pseudonym(address),
            address=address,
        )
    except GameError as error:
        return _refused(request, error)
    # Unless the two have invited each other: then the round has begun, and both are told.
    if found.invited_id and not found.round_uid:
        async_to_sync(notices.tell_of_round)(found)
    return redirect(_path_of(found))


def _invited(request: HttpRequest) -> User | None:
    """Return whom the form names. Raises GameError: cannot_challenge."""
    name = request.POST.get("invited", "")
    if not name:
        return None
    invited = User.objects.find(name)
    if invited is None:
        raise GameError("cannot_challenge")
    return invited


def _refused(request: SignedInRequest, error: GameError) -> HttpResponse:
    """Lead back to the front page with the reason, or into the round that goes on already."""
    messages.error(request, refusal(error.code))
    going = queries.going_round(request.user) if error.code == "in_a_round" else None
    return redirect(going.game) if going else redirect("games:compete")


def _path_of(seek: Seek) -> str:
    return reverse("games:game", args=[seek.round_uid]) if seek.round_uid else reverse("games:seek")


def _reach(seek: Seek) -> dict[str, int]:
    return {"reach": seeks.reach_of(seek, timezone.now())}


@dataclass(frozen=True, slots=True)
class Side:
    """A player, the half points they made, and how the round changed their rating, if it did."""

    user: User
    halves: int | None
    steps: Steps | None


@require_safe
def round_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show both games, the score, and what the round made of both ratings."""
    found = Round.objects.select_related("first", "second", "tournament", "left_by")
    round = found_or_404(found.filter(uid=uid).first())
    keys = [key for key in (round.first_game_id, round.second_game_id) if key]
    context = {
        "round": round,
        "games": listed(Game.objects.filter(pk__in=keys).order_by("pk")),
        "sides": _sides(round),
        "unrated": unrated_text(round.unrated_because) if round.unrated_because else "",
    }
    return render(request, "compete/rounds/round.html", context)


def _sides(round: Round) -> list[Side]:
    changes = RatingChange.objects.filter(round=round, undone_at=None)
    steps = {change.user_id: steps_of(change) for change in changes.select_related("opponent")}
    return [Side(user, round.halves_of(user), steps.get(user.pk)) for user in round.players]
