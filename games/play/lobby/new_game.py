"""Creating a game: the form as a page of its own, whose form the home page shows in a dialog."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import EMPTY_VALUES
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import MARK_FIELDS, preferences_of
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.match_state import TAKEBACKS
from games.models import Game
from games.play.game import terms
from games.play.game.bot_conditions import conditions_of
from games.play.lobby import challenges, services
from games.play.lobby.bot_challenge_form import BotChallengeForm
from games.play.lobby.forms import NewGameForm
from games.play.refusing import status_of, with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of

FROM_ADDRESS = (
    "m",
    "n",
    "k",
    "opponent",
    "level",
    "side",
    "first",
    "control",
    "takebacks",
    "best_of",
    "swap",
)
USUAL_CLOCKS = {Game.Opponent.ANYONE: "180+2"}  # strangers do not wait for each other for ever


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new game, and the game it makes."""
    return _answer(request)


@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """Return the same for a game that only the player called *name* may join."""
    person = User.objects.called(name)
    if person is None:
        raise Http404
    if person.is_banned:
        messages.error(request, refusal("cannot_challenge"))
        return redirect("games:profile", person.username)
    return _answer(request, person)


def _answer(request: HttpRequest, invited: User | None = None) -> HttpResponse:
    if request.method == "POST":
        return _create(request, invited)
    initial = initial_terms(request)
    if invited:
        initial["opponent"] = Game.Opponent.FRIEND
    return _page(request, _form(invited, initial=initial), invited)


def _form(invited: User | None, *args: Any, **options: Any) -> NewGameForm:
    """Return the form for a game, or for one with *invited*, who may be a bot that plays few of
    them.
    """
    if invited and invited.is_bot:
        return BotChallengeForm(*args, conditions=conditions_of(invited), **options)
    return NewGameForm(*args, **options)


def _create(request: HttpRequest, invited: User | None) -> HttpResponse:
    form = _form(invited, request.POST)
    if not form.is_valid():
        return _page(request, form, invited, status=422)
    creator, address, terms = ensure_user(request), address_of(request), terms_of(form)
    try:
        if invited:
            game = async_to_sync(challenges.challenge)(
                creator=creator, invited=invited, terms=terms, address=address
            )
        else:
            game = async_to_sync(services.create_game)(
                creator=creator, terms=terms, address=address
            )
    except GameError as error:
        return refuse(request, form, error, invited)
    return redirect(game)


def refuse(
    request: HttpRequest, form: NewGameForm, error: GameError, invited: User | None = None
) -> HttpResponse:
    """Show the form with the reason why there is no game, and when to try again after going too
    fast.
    """
    form.add_error(None, refusal(error.code))
    return with_wait(_page(request, form, invited, status=status_of(error, 422)), error)


def _page(
    request: HttpRequest, form: NewGameForm, invited: User | None, status: int = 200
) -> HttpResponse:
    conditions = getattr(form, "conditions", None)
    context = {"form": form, "invited": invited, "conditions": conditions}
    return render(request, "play/lobby/new_game.html", context, status=status)


def terms_of(form: NewGameForm) -> terms.Terms:
    """Return what a valid *form* asks for."""
    chosen = form.cleaned_data
    return terms.Terms(
        ruleset=form.ruleset,
        control=parse_time_control(chosen["control"]),
        **{
            name: chosen[name]
            for name in ("opponent", "level", "side", "first", "x_name", "o_name")
        },
        **{name: chosen[name] for name in ("takebacks", "best_of", "swap", *MARK_FIELDS)},
    )


def initial_terms(request: HttpRequest) -> dict[str, Any]:
    """Return what the form starts with: the visitor's marks, and what the address asks for."""
    preferences = preferences_of(request)
    marks = {name: getattr(preferences, name) for name in MARK_FIELDS}
    asked = _sound(request.GET)
    opponent = asked.get("opponent", Game.Opponent.ANYONE)
    if asked.get("takebacks") == 0:
        asked |= {"allow_takebacks": "off", "takebacks": TAKEBACKS}
    return {**marks, "control": USUAL_CLOCKS.get(opponent, "none"), **asked}


def _sound(query: QueryDict) -> dict[str, Any]:
    """Return the values in *query* that their fields accept; the others are ignored."""
    sound = {}
    for name in FROM_ADDRESS:
        field = NewGameForm.base_fields[name]
        try:
            value = field.clean(query[name]) if name in query else ""
        except ValidationError:
            continue
        if value not in EMPTY_VALUES:
            sound[name] = value
    return sound
