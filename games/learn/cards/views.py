"""The pictures of games, puzzles and positions."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.access import found_or_404
from games.core.errors import GameError
from games.core.rules import Mark, Position
from games.core.symmetry import settled_moves
from games.learn.cards.animation import animation_of, picture_of
from games.learn.cards.letters import written
from games.learn.cards.picture import Card
from games.learn.cards.services import SECONDS_KEPT, in_letters_of_cards, show_card, show_drawn
from games.learn.positions.addresses import parse_place
from games.learn.puzzles import queries as puzzles
from games.learn.puzzles import wording as puzzle_wording
from games.learn.review.queries import ReviewedGame, review_of
from games.models import Game
from games.text import wording
from games.text.seat_names import name_of, seat_name


@require_safe
@in_letters_of_cards
def game_card(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the card of a game: if it is over, who beat whom, and the line.

    A game that goes on has an empty board. The card of an open game is an invitation.
    """
    found = found_or_404(review_of(uid))
    game, is_over = found.game, found.game.status == Game.Status.FINISHED
    if game.status == Game.Status.OPEN:
        return show_card(request, _invitation(game))
    card = Card(
        ruleset=game.ruleset,
        first=Mark(game.first),
        cells=found.cells if is_over else (),
        line=found.line if is_over else (),
        kicker=wording.board_text(game.ruleset),
        title=wording.headline(game, _in_letters) if is_over else _to_join(),
        text=wording.ending_text(game, _in_letters) if is_over else "",
    )
    return show_card(request, card)


@require_safe
@in_letters_of_cards
def puzzle_card(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Show a puzzle with its task, and without its answer."""
    puzzle = found_or_404(puzzles.shown_puzzle(puzzle_id))
    ruleset = puzzle.ruleset
    card = Card(
        ruleset=ruleset,
        first=Mark.X,
        cells=settled_moves(puzzle.position),
        line=(),
        kicker=_("Puzzle"),
        title=puzzle_wording.title_of(puzzle),
        text=wording.board_text(ruleset),
    )
    return show_card(request, card)


@require_safe
@in_letters_of_cards
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
        text=wording.board_text(ruleset),
    )
    return show_card(request, card, SECONDS_KEPT)


@require_safe
@cache_control(public=True, max_age=SECONDS_KEPT)
def game_picture(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the end of a game that is over, as an SVG."""
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    svg = picture_of(_over(uid))
    return HttpResponse(svg, content_type="image/svg+xml", headers=headers)


@require_safe
def game_animation(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a game that is over move by move, as a GIF."""
    found = _over(uid)
    if not found.cells:
        raise Http404
    name = f"gif:{uid}:{len(found.cells)}"
    return show_drawn(request, name, lambda: animation_of(found), "image/gif", SECONDS_KEPT)


def _over(uid: str) -> ReviewedGame:
    found = review_of(uid)
    if found is None or found.game.status != Game.Status.FINISHED:
        raise Http404
    return found


def _to_join() -> str:
    return _("Join the game, or watch it")


def _in_letters(game: Game, mark: Mark) -> str:
    """Return the name of the player of *mark*, or the mark if a card cannot write the name."""
    return written(seat_name(game, mark), mark.upper())


def _invitation(game: Game) -> Card:
    name = written(name_of(game.creator), "")
    return Card(
        ruleset=game.ruleset,
        first=Mark(game.first),
        cells=(),
        line=(),
        kicker=_("Invitation"),
        title=_("%(name)s invites you") % {"name": name} if name else _to_join(),
        text=wording.listed_text(
            wording.board_text(game.ruleset), wording.control_text(game.control)
        ),
    )


def _turn_text(position: Position) -> str:
    mark = Mark.X.at(position.ply)
    if position.is_won:
        return _("%(mark)s has won") % {"mark": mark.other.upper()}
    if position.is_over:
        return _("Draw")
    return _("%(mark)s to play") % {"mark": mark.upper()}
