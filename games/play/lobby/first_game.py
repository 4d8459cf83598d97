"""What the home page has for newcomers: a board to play on at once, and three first steps.

The first press on the board begins a game against the computer. A new account is shown the steps
until they are done or hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.contrib import messages
from django.db.models import Exists
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.access import viewer_of
from accounts.guests import ensure_user
from accounts.models import Preferences, User
from accounts.preferences import MARK_FIELDS, preferences_of
from games.board.looks import looks_for
from games.board.plain import PlainBoard
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Mark
from games.engine import LEVELS
from games.models import Game, PuzzleAttempt
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.game.watching import look
from games.play.lobby import services
from games.play.refusing import refused_data
from games.protocol.messages import MarkLook
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of

FIRST_GAME = Terms(
    ruleset=TIC_TAC_TOE,
    opponent=Game.Opponent.COMPUTER.value,
    level="rules",
    side=Mark.X,
    first=Mark.X,
    control=parse_time_control("none"),
)
CELLS = {str(cell) for cell in range(TIC_TAC_TOE.cells)}
NEW_FOR = timedelta(days=14)  # after signing up, however long somebody was a guest before
LEVEL = LEVELS["rules"]
HARDER = next(level for level in LEVELS.values() if level.number == LEVEL.number + 1)
AS_STRONG = [level.name for level in LEVELS.values() if level.number >= LEVEL.number]


def blank_board(request: HttpRequest) -> PlainBoard:
    """Return the board before the first press, in the visitor's own marks."""
    looks = looks_for(preferences_of(request), {mark.value: MarkLook("", "") for mark in Mark})
    return PlainBoard(TIC_TAC_TOE, Mark.X, (), looks, is_playable=True)


@require_http_methods(["GET", "HEAD", "POST"])
def first(request: HttpRequest) -> HttpResponse:
    """Begin the game with a mark where the board was pressed.

    A form leads to the game; a script, which accepts JSON only, gets the game to go on with.
    """
    if request.method != "POST":
        return redirect("games:home")
    player = ensure_user(request)
    is_form = request.accepts("text/html")
    try:
        game = _begin(request, player, wait_for_engine=is_form)
    except GameError as error:
        if not is_form:
            return refused_data(error)
        messages.error(request, refusal(error.code))
        return redirect("games:home")
    return redirect(game) if is_form else JsonResponse(_game_data(request, game, player))


def _begin(request: HttpRequest, player: User, *, wait_for_engine: bool) -> Game:
    game = async_to_sync(services.create_game)(
        creator=player, terms=FIRST_GAME, address=address_of(request)
    )
    cell = request.POST.get("cell", "")
    # After a press beside the cells the game starts without a mark.
    if cell in CELLS:
        async_to_sync(play)(
            uid=game.uid, player=player, ply=0, cell=int(cell), wait_for_engine=wait_for_engine
        )
    return game


def _game_data(request: HttpRequest, game: Game, player: User) -> dict[str, Any]:
    """Return what the script needs: whoever has become a guest also needs a new token for forms."""
    state = async_to_sync(look)(uid=game.uid, viewer=player)
    state = msgspec.structs.replace(state, marks=looks_for(preferences_of(request), state.marks))
    return {
        "state": msgspec.to_builtins(state),
        "url": game.get_absolute_url(),
        "review": reverse("games:review", args=[game.uid]),
        "token": get_token(request),
    }


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which of the three first steps a new account has done."""

    has_marks: bool
    has_solved: bool
    has_won: bool
    level = LEVEL

    @property
    def are_done(self) -> bool:
        return self.has_marks and self.has_solved and self.has_won


def first_steps(user: User | None, preferences: Preferences) -> FirstSteps | None:
    """Return how far *user* has come; None for anyone whose home page shows no steps.

    One query for a person whose account is new and who has not hidden them; else none.
    """
    if user is None or not user.is_person or user.hides_first_steps:
        return None
    if (user.signed_up_at or user.date_joined) < timezone.now() - NEW_FOR:
        return None
    has_marks = any(getattr(preferences, name) for name in (*MARK_FIELDS, "handwriting"))
    steps = FirstSteps(has_marks, *_steps_done(user.pk))
    return None if steps.are_done else steps


def _steps_done(user_id: int) -> tuple[bool, bool]:
    """Return whether the user has solved a daily puzzle on its day, and has beaten the computer.

    A win counts against LEVEL or a stronger one, from the empty board.
    """
    solved = PuzzleAttempt.objects.filter(
        solver=user_id,
        state=PuzzleAttempt.State.SOLVED,
        puzzle__days__day=TruncDate("at", tzinfo=UTC),
    )
    games = Game.objects.filter(setup=0, opponent=Game.Opponent.COMPUTER, level__in=AS_STRONG)
    as_x = games.filter(x_player=user_id, outcome=Mark.X)
    as_o = games.filter(o_player=user_id, outcome=Mark.O)
    has_solved, has_won_x, has_won_o = User.objects.filter(pk=user_id).values_list(
        Exists(solved), Exists(as_x), Exists(as_o)
    )[0]
    return has_solved, has_won_x or has_won_o


@require_http_methods(["GET", "HEAD", "POST"])
def hide(request: HttpRequest) -> HttpResponse:
    """Show the visitor the steps no more. A GET leads to the lobby."""
    user = viewer_of(request)
    if request.method == "POST" and user:
        user.hides_first_steps = True
        user.save(update_fields=["hides_first_steps"])
    return redirect("games:home")
