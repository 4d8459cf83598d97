"""The home page, which is the lobby, and the ways into a game with one press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import relations
from accounts.guests import ensure_user
from accounts.requests import viewer_of
from games.board.pages import board_data
from games.board.plain import PlainBoard
from games.core.clock import parse_time_control
from games.core.errors import GameError, TooFast
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Position, Ruleset
from games.models import Game
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.lobby import queries, services
from games.play.lobby.forms import NewGameForm, QuickForm
from games.play.lobby.new_game import initial_terms, refuse
from games.protocol.messages import MarkLook, OpenGame
from games.protocol.open_games import OpenRow
from games.text.refusals import refusal
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
# What the home page offers when nobody is playing: a game that starts with the first press.
FIRST_GAME = Terms(
    ruleset=TIC_TAC_TOE,
    opponent=Game.Opponent.COMPUTER.value,
    level="rules",
    side=Mark.X,
    first=Mark.X,
    control=parse_time_control("none"),
)
BLANK_BOARD = PlainBoard(
    TIC_TAC_TOE, Mark.X, (), {mark: MarkLook("", "") for mark in Mark}, is_playable=True
)
FILTERS = {"all": _("All"), "small": _("3×3"), "large": _("Larger")}
FIRST_CELLS = {str(cell) for cell in range(TIC_TAC_TOE.cells)}
FEATURED, FEATURED_FRESH_FOR = "lobby.featured", 1  # a key of the cache, seconds
# The pattern that the script fills for a game that is opened.
BLANK = OpenRow(
    OpenGame("0000000000", "", "person", 3, 3, 3, "none", "either", Mark.X, 0),
    is_own=True,
    is_blank=True,
)


@dataclass(frozen=True, slots=True)
class Featured:
    """The game beside the headline, with the data for its script."""

    game: Game
    data: dict[str, Any]

    @property
    def is_live(self) -> bool:
        return self.game.status == Game.Status.ONGOING


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The lobby: a featured game, one's own games, quick matches and all open games."""
    show = request.GET.get("show", "")
    show = show if show in FILTERS else "all"
    user = viewer_of(request)
    blocked = relations.blocked_names(user) if user else set()
    own = queries.own_games(user) if user else queries.OwnGames()
    challenges = queries.challenges(user) if user else queries.Challenges()
    context = {
        "terms": tuple(initial_terms(request).items()),
        "featured": _featured(),
        "blank": BLANK_BOARD,
        "own": own,
        "challenges": challenges,
        "is_busy": bool(own.count or challenges.count),
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
def first(request: HttpRequest) -> HttpResponse:
    """Start the game that the empty board offers, with the first mark where it was pressed."""
    if request.method != "POST":
        return redirect("games:home")
    player = ensure_user(request)
    cell = request.POST.get("cell", "")
    try:
        game = async_to_sync(services.create_game)(
            creator=player, terms=FIRST_GAME, address=address_of(request)
        )
        # Pressed beside the cells, the game starts without a mark.
        if cell in FIRST_CELLS:
            async_to_sync(play)(uid=game.uid, player=player, ply=0, cell=int(cell), id="")
    except GameError as error:
        messages.error(request, refusal(error.code))
        return redirect("games:home")
    return redirect(game)


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
        return refuse(request, NewGameForm({**initial_terms(request)}), error)
    except GameError as error:
        messages.error(request, refusal(error.code))
        return redirect("games:home")
    return redirect(game)


def _rows(request: HttpRequest, show: str, blocked: set[str]) -> list[OpenRow]:
    own_name = request.user.get_username()
    games = [game for game in queries.open_games_rows() if game.name not in blocked]
    rows = [OpenRow(game, is_own=game.name == own_name) for game in games]
    if show == "all":
        return rows
    return [row for row in rows if _is_small(row.game) == (show == "small")]


def _is_small(game: OpenGame) -> bool:
    return game.m * game.n == TIC_TAC_TOE.cells


def _featured() -> Featured | None:
    """The featured game, at most a second old: its script follows it from there."""
    game = caches["here"].get_or_set(FEATURED, queries.featured_game, FEATURED_FRESH_FOR)
    if game is None:
        return None
    line = Position.after(game.ruleset, game.cells).winning_line() or None
    return Featured(game, {**board_data(game, game.cells), "line": line})
