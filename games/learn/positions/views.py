"""Pages about positions, whether from a game or not."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.board.plain import PlainBoard
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import Mark, Ruleset
from games.engine.analysis.moves import Analysis
from games.engine.explanation.story import can_explain
from games.learn.positions import queries, services
from games.learn.positions.addresses import PositionAddress, parse_place
from games.learn.positions.play_on import play_from
from games.learn.positions.showing import ShownPosition
from games.learn.proofs import studies
from games.learn.review.queries import review_of
from games.learn.review.views import ply_asked_for
from games.models import Game
from games.play.game.terms import Terms
from games.play.lobby.forms import PlayOnForm, RulesetForm
from games.play.refusing import status_of, with_wait
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of, asker_of

MAX_CELLS_FOR_ROBOTS = 12
FIRST_MOVES = 7  # of the table, before somebody asks for all
# The boards that `explore` shows.
BOARDS = tuple(
    PositionAddress(Ruleset(*numbers))
    for numbers in ((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 6, 4), (7, 6, 4), (15, 15, 5))
)


@require_safe
def explore(request: HttpRequest) -> HttpResponse:
    """Show BOARDS and a form for any other board; redirect to the board that the form names."""
    if "m" not in request.GET:
        return render(
            request, "learn/positions/explore.html", {"form": RulesetForm(), "boards": BOARDS}
        )
    form = RulesetForm(request.GET)
    if form.is_valid():
        return redirect(PositionAddress(form.ruleset).path)
    context = {"form": form, "boards": BOARDS}
    return render(request, "learn/positions/explore.html", context, status=422)


@require_safe
def position(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show a position, and what each move is worth. All images and orders of moves redirect to one.

    ?who= chooses if the table tells how people or programs have played, ?moves=all shows all of it.
    """
    place = _place(board, moves)
    if place != place.settled:
        return redirect(place.settled.path, permanent=True)
    error = analysis = None
    try:
        analysis = _analysis(request, place)
    except GameError as refused:
        error = refused
    shown = ShownPosition(place, analysis, queries.played_in(place.position, _who(request)))
    rows = shown.moves
    context = {
        "place": place,
        "shown": shown,
        "rows": rows if request.GET.get("moves") == "all" else rows[:FIRST_MOVES],
        "all_moves": len(rows),
        "can_explain": can_explain(place.ruleset),
        # Larger boards have too many positions for robots, and each would cost a search.
        "is_for_robots": place.ruleset.cells <= MAX_CELLS_FOR_ROBOTS,
        "refused": error and refusal(error.code),
    }
    if error is None:
        return render(request, "learn/positions/position.html", context)
    page = render(request, "learn/positions/position.html", context, status=status_of(error, 503))
    return with_wait(page, error)


def _who(request: HttpRequest) -> queries.Who | None:
    return {"people": queries.Who.PEOPLE, "programs": queries.Who.PROGRAMS}.get(
        request.GET.get("who", "")
    )


@require_safe
def game_position(request: HttpRequest, uid: str) -> HttpResponse:
    """Redirect to the page about a finished game's position after move ?ply=, or at its end."""
    found = review_of(uid, request.user.pk)
    if found is None:
        raise Http404
    if found.game.status != Game.Status.FINISHED:
        return redirect(found.game)
    ply = ply_asked_for(request, len(found.cells))
    return redirect(PositionAddress(found.game.ruleset, found.cells[:ply]).settled.path)


@require_http_methods(["GET", "HEAD", "POST"])
def play_position(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show the form for a game from a position that is not over; by POST, create the game."""
    place = _place(board, moves)
    if place.position.is_over:
        raise Http404

    def terms(form: PlayOnForm) -> Terms:
        chosen = form.cleaned_data
        return Terms(
            ruleset=place.ruleset,
            opponent=chosen["opponent"],
            level=chosen["level"],
            side=chosen["side"],
            control=parse_time_control(chosen["control"]),
            setup=place.moves,
        )

    def page(form: PlayOnForm, status: int = 200) -> HttpResponse:
        looks = own_looks(preferences_of(request))
        shown = PlainBoard(place.ruleset, Mark.X, place.moves, looks)
        context = {"place": place, "form": form, "board": shown}
        return render(request, "learn/positions/play.html", context, status=status)

    return play_from(request, terms=terms, page=page)


def _place(board: str, moves: str) -> PositionAddress:
    try:
        return parse_place(board, moves)
    except GameError:
        raise Http404 from None


def _analysis(request: HttpRequest, place: PositionAddress) -> Analysis | None:
    """Return the analysis of the position; None if the game is over there.

    Raises GameError: too_fast, too_busy.
    """
    position = place.position
    if position.is_over:
        return None
    if known := studies.known_analysis(position):
        return known
    close_old_connections()  # to the pool: others need it while the engine thinks
    return async_to_sync(services.worths)(
        position=position,
        asker=asker_of(request),
        address=address_of(request),
    )
