"""The home page, which is the lobby, and the ways into a game with one press."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import relations
from accounts.access import viewer_of
from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import preferences_of
from games.core.clock import parse_time_control
from games.core.errors import GameError, TooFast
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Ruleset
from games.engine import LEVELS
from games.play.game.terms import Terms
from games.play.lobby import queries, services
from games.play.lobby.first_game import FIRST_GAME, HARDER, blank_board, first_steps
from games.play.lobby.forms import NewGameForm, QuickForm, RulesetForm
from games.play.lobby.meanwhile import play_meanwhile
from games.play.lobby.new_game import initial_terms, refuse
from games.play.refusing import refusals_told
from games.play.watch.queries import BLANK as BLANK_LIVE
from games.play.watch.queries import live_games
from games.protocol.messages import OpenGame
from games.protocol.open_games import OpenRow
from games.text.refusals import refusal
from games.text.seat_names import level_text
from tictactoe_site.common.addresses import address_of


@dataclass(frozen=True, slots=True)
class Tile:
    """A quick match: its terms, and a position that shows what such a game looks like.

    One that *is_rated* is a rated round for people who have signed up, and a game for others.
    """

    ruleset: Ruleset
    control: str
    cells: tuple[Cell, ...]
    is_rated: bool = False


TILES = (
    Tile(TIC_TAC_TOE, "60+2", (4, 0, 2)),
    Tile(Ruleset(4, 4, 4), "60+2", (5, 6, 9)),
    Tile(Ruleset(6, 6, 4), "120+2", (14, 7, 8, 20), is_rated=True),
    Tile(Ruleset(7, 7, 5), "180+2", (24, 17, 23, 31, 25)),
    Tile(Ruleset(10, 10, 5), "180+2", (45, 44, 55, 35, 56, 66)),
    Tile(Ruleset(15, 15, 5), "180+2", (112, 97, 98, 113, 84, 70, 126), is_rated=True),
)
FORK = (6, 8, 2, 4, 0)  # X threatens two lines at once
FILTERS = {"all": _("All"), "small": _("3×3"), "large": _("Larger")}
# Patterns that scripts fill: for a visitor who becomes a guest, and for a game that is opened.
NEWCOMER = User(username="GUEST_NAME", kind=User.Kind.GUEST)
BLANK = OpenRow(
    OpenGame("0000000000", "", "person", 3, 3, 3, "none", "either", Mark.X, 0),
    is_own=True,
    is_blank=True,
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits for the visitor, a board to play on at once, and games with other people."""
    show = request.GET.get("show", "")
    show = show if show in FILTERS else "all"
    user = viewer_of(request)
    blocked = relations.blocked_names(user) if user else set()
    own = queries.own_games(user) if user else queries.OwnGames()
    challenges = queries.challenges(user) if user else queries.WaitingChallenges()
    live = live_games().best_games
    blank = blank_board(request)
    context = {
        "blank": blank,
        "blank_looks": msgspec.to_builtins(blank.looks),
        "computer": level_text(LEVELS[FIRST_GAME.level]),
        "harder": HARDER,
        "fork": FORK,
        "people": queries.people_to_show(user),
        "live": live,
        "live_data": msgspec.to_builtins(live),
        "blank_live": BLANK_LIVE,
        "own": own,
        "newcomer": None if user else NEWCOMER,
        "steps": first_steps(user, preferences_of(request)),
        "challenges": challenges,
        "tiles": TILES,
        "can_be_rated": user is not None and user.is_person,
        "rows": _rows(request, show, blocked),
        "blocked": sorted(blocked),
        "blank_row": BLANK,
        "filters": tuple(FILTERS.items()),
        "show": show,
    }
    return render(request, "play/lobby/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def random(request: HttpRequest) -> HttpResponse:
    """Join a game that somebody else has opened. A GET leads to the lobby."""
    if request.method != "POST":
        return redirect("games:home")
    player = ensure_user(request)
    try:
        game = async_to_sync(services.join_random)(player=player)
    except GameError as error:
        messages.info(request, refusal(error.code))
        return redirect("games:home")
    return redirect(game)


@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """Join a waiting game with these terms, or wait in a new one. A GET leads to the lobby."""
    if request.method != "POST":
        return redirect("games:home")
    form = QuickForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return redirect("games:home")
    terms = Terms(
        ruleset=form.ruleset,
        side="either",
        first="x",
        control=parse_time_control(form.cleaned_data["control"]),
    )
    player = ensure_user(request)
    try:
        game = async_to_sync(services.quick_match)(
            player=player, terms=terms, address=address_of(request)
        )
    except TooFast as error:
        return refuse(request, _filled_in(request, form), error)
    except GameError as error:
        messages.error(request, refusal(error.code))
        return redirect("games:home")
    return redirect(game)


@require_http_methods(["GET", "HEAD", "POST"])
def meanwhile(request: HttpRequest) -> HttpResponse:
    """Play the computer on the board for which one waits. A GET leads to the lobby."""
    if request.method != "POST":
        return redirect("games:home")
    form = RulesetForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return redirect("games:home")
    player = ensure_user(request)
    with refusals_told(request):
        game = async_to_sync(play_meanwhile)(
            player=player, ruleset=form.ruleset, address=address_of(request)
        )
        return redirect(game)
    return redirect("games:home")


def _filled_in(request: HttpRequest, quick: QuickForm) -> NewGameForm:
    """Return the form for a new game, sent with the terms of a *quick* match."""
    usual = {name: field.initial for name, field in NewGameForm.base_fields.items()}
    asked = quick.cleaned_data | {"side": "either"}
    return NewGameForm(usual | initial_terms(request) | asked)


def _rows(request: HttpRequest, show: str, blocked: set[str]) -> list[OpenRow]:
    own_name = request.user.get_username()
    games = [game for game in queries.open_games_rows() if game.name not in blocked]
    rows = [OpenRow(game, is_own=game.name == own_name) for game in games]
    if show == "all":
        return rows
    return [row for row in rows if _is_small(row.game) == (show == "small")]


def _is_small(game: OpenGame) -> bool:
    return game.m * game.n == TIC_TAC_TOE.cells
