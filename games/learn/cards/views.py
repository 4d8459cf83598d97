"""The pictures of pages, drawn once for each content."""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.core.errors import GameError, TooFast
from games.core.rules import Mark, Position
from games.core.symmetry import settled_moves
from games.learn.cards.picture import Card, png_of
from games.learn.positions.addresses import parse_place
from games.learn.puzzles import queries as puzzles
from games.learn.puzzles import wording as puzzle_wording
from games.learn.review.queries import review_of
from games.live.limits import CARDS, enter
from games.models import Game
from games.play.refusing import with_wait
from games.text import wording
from tictactoe_site.common.addresses import address_of

SECONDS_KEPT = 86_400


@require_safe
@cache_control(public=True, max_age=3_600)
def game_card(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a finished game: who beat whom, and the line. One that goes on has an empty board."""
    found = review_of(uid)
    if found is None:
        raise Http404
    game, is_over = found.game, found.game.status == Game.Status.FINISHED
    card = Card(
        ruleset=game.ruleset,
        first=Mark(game.first),
        cells=found.cells if is_over else (),
        line=found.line if is_over else (),
        kicker=_board_text(game.m, game.n, game.k),
        title=wording.headline(game) if is_over else _("Join the game, or watch it"),
        text=wording.ending_text(game) if is_over else "",
    )
    return _picture(request, card)


@require_safe
@cache_control(public=True, max_age=3_600)
def puzzle_card(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Show a puzzle with its task, and without its answer."""
    puzzle = puzzles.shown_puzzle(puzzle_id)
    if puzzle is None:
        raise Http404
    ruleset = puzzle.ruleset
    card = Card(
        ruleset=ruleset,
        first=Mark.X,
        cells=settled_moves(puzzle.position),
        line=(),
        kicker=_("Puzzle"),
        title=puzzle_wording.title_of(puzzle),
        text=_board_text(ruleset.m, ruleset.n, ruleset.k),
    )
    return _picture(request, card)


@require_safe
@cache_control(public=True, max_age=SECONDS_KEPT)
def position_card(request: HttpRequest, board: str, moves: str) -> HttpResponse:
    """Show a position and whose turn it is."""
    try:
        place = parse_place(board, moves)
    except GameError as error:
        raise Http404 from error
    position, ruleset = place.position, place.ruleset
    card = Card(
        ruleset=ruleset,
        first=Mark.X,
        cells=settled_moves(position),
        line=position.winning_line(),
        kicker=_("Position"),
        title=_turn_text(position),
        text=_board_text(ruleset.m, ruleset.n, ruleset.k),
    )
    return _picture(request, card)


def _turn_text(position: Position) -> str:
    mark = Mark.X if position.ply % 2 == 0 else Mark.O
    if position.is_won:
        return _("%(mark)s has won") % {"mark": mark.other.upper()}
    if position.is_over:
        return _("Draw")
    return _("%(mark)s to play") % {"mark": mark.upper()}


def _board_text(m: int, n: int, k: int) -> str:
    return f"{wording.size_text(m, n)}, {wording.goal_text(k)}"


def _picture(request: HttpRequest, card: Card) -> HttpResponse:
    """Show *card*, kept by its content; drawing another counts for the address."""
    name = f"card:{sha256(repr(card).encode()).hexdigest()}"
    drawn = caches["here"].get(name)
    if drawn is None:
        try:
            enter((CARDS, address_of(request)))
        except TooFast as error:
            return with_wait(HttpResponse(status=429), error)
        drawn = png_of(card)
        caches["here"].set(name, drawn, SECONDS_KEPT)
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(drawn, content_type="image/png", headers=headers)
