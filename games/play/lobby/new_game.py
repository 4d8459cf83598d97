"""Creating a game: the page with the form, which the home page also shows in a dialog.

A bot's owner has said what it plays; the form for a game with it offers only that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import EMPTY_VALUES
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.access import found_or_404
from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import MARK_FIELDS, preferences_of
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.match_state import DEFAULT_TAKEBACKS
from games.core.rules import Ruleset
from games.models import BotConditions, Game
from games.play.game import terms
from games.play.game.bot_conditions import conditions_of, mismatches, plays_clock
from games.play.lobby import challenges, services
from games.play.lobby.fields import OWN_CONTROL
from games.play.lobby.forms import BOARDS, BoardChoice, NewGameForm
from games.play.refusing import status_of, with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MISFITS = {"bot_board": "m", "bot_line": "k", "bot_clock": "control"}  # the fields at fault
FROM_ADDRESS = (  # fields that the page's address may fill in
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


class BotChallengeForm(NewGameForm):
    """The terms of a game with a bot: only those that its conditions allow are offered."""

    def __init__(self, *args: Any, conditions: BotConditions, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conditions = conditions
        longest = min(conditions.longest, conditions.largest)
        self._bound("m", conditions.smallest, conditions.largest)
        self._bound("n", conditions.smallest, conditions.largest)
        self._bound("k", conditions.shortest, longest)
        if self.offers_own_clock:
            self._bound("minutes", *self._minutes)
        offered = [text for text, _label in self.controls]
        if offered and self.initial.get("control") not in offered:
            self.initial["control"] = offered[0]

    def _bound(self, name: str, least: int, most: int) -> None:
        """Offer numbers in this span only, and begin in it."""
        field = self.fields[name]
        field.widget.attrs |= {"min": least, "max": most}
        start = self.initial.get(name, field.initial)
        self.initial[name] = max(least, min(most, int(start)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.has_ruleset and cleaned.get("control", OWN_CONTROL) != OWN_CONTROL:
            control = parse_time_control(cleaned["control"])
            for code in mismatches(self.conditions, self.ruleset, control):
                self.add_error(MISFITS[code], ValidationError(refusal(code), code=code))
        return cleaned

    @property
    def boards(self) -> Sequence[BoardChoice]:
        return [one for one in BOARDS if self._plays(one.ruleset)]

    def _plays(self, ruleset: Ruleset) -> bool:
        sides = (ruleset.m, ruleset.n)
        is_within = self.conditions.smallest <= min(sides) and max(sides) <= self.conditions.largest
        return is_within and self.conditions.shortest <= ruleset.k <= self.conditions.longest

    @property
    def controls(self) -> list[tuple[str, StrOrPromise]]:
        offered = super().controls
        return [
            (text, label)
            for text, label in offered
            if plays_clock(self.conditions, parse_time_control(text))
        ]

    @property
    def offers_own_clock(self) -> bool:
        least, most = self._minutes
        return self.conditions.timed and least <= most

    @property
    def _minutes(self) -> tuple[int, int]:
        """The fewest and the most whole minutes; no clock fits if the most are fewer."""
        return max(1, -(-self.conditions.least_seconds // 60)), self.conditions.most_seconds // 60


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new game, and the game it makes."""
    return _answer(request)


@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """Show the form for a game that only the player called *name* may join, and the game."""
    person = found_or_404(User.objects.find(name))
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
    """Return the form for a game; if a bot is *invited*, it offers only what the bot plays."""
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
    """Show the form with the reason of *error*, and when to try again if waiting helps."""
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
        asked |= {"allow_takebacks": "off", "takebacks": DEFAULT_TAKEBACKS}
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
