"""How the computer thinks about a position of the game that refutes a program."""

from __future__ import annotations

from contextlib import nullcontext

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.core.rules import Mark
from games.lab import queries
from games.lab.showing import Film, ShownRun
from games.models import Game
from games.review import explanation
from games.review.explain_views import Question, explained_page, parse_line
from games.review.grades import asker_of
from games.review.queries import ReviewedGame
from games.review.views import ply_asked_for
from tictactoe_site.common.addresses import address_of


@require_safe
def explain_lab_position(request: HttpRequest, run_id: int) -> HttpResponse:
    """The tree after the move that ?ply= names, and after the moves of ?line=."""
    run = queries.run_of(run_id, request.user.pk)
    film = ShownRun(run).film if run else None
    if run is None or film is None or not explanation.can_explain(run.ruleset):
        raise Http404
    line = parse_line(request.GET.get("line", ""), run.ruleset)
    question = Question(_as_game(film), ply_asked_for(request, len(film.moves)), line)
    return explained_page(
        request, question, lambda: _explanation(request, question), "lab/explain.html", run=run
    )


def _as_game(film: Film) -> ReviewedGame:
    """The game as pages about games show it; it is stored nowhere."""
    run = film.run
    game = Game(m=run.m, n=run.n, k=run.k, first=Mark.X, status=Game.Status.FINISHED)
    return ReviewedGame(game, film.moves, (0,) * len(film.moves), None)


def _explanation(request: HttpRequest, question: Question) -> explanation.Explanation:
    ruleset, played = question.game.ruleset, question.cells[: question.ply]
    position = explanation.position_after(ruleset, played, question.line)
    close_old_connections()  # to the pool: others need it while the engine thinks
    return async_to_sync(explanation.explain_position)(
        position=position,
        asker=asker_of(request),
        address=address_of(request),
        meanwhile=getattr(request, "scope", {}).get("without_place", nullcontext),
    )
