"""The page about which boards are fair."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.core.errors import GameError
from games.core.rules import Ruleset
from games.learn.fairness import queries
from games.learn.fairness.finds import shown_challenges, shown_finds
from games.learn.fairness.showing import SIDES, ShownBoard, grids, path_of
from games.learn.positions.addresses import parse_board
from games.learn.walks.boards import BOARDS, path_of_walk
from games.text.wording import board_text

USUAL = Ruleset(6, 5, 4)  # where the swap rule makes all the difference


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    return _page(request, USUAL)


@require_safe
def fairness_board(request: HttpRequest, board: str) -> HttpResponse:
    try:
        return _page(request, parse_board(board))
    except GameError:
        raise Http404 from None


def _page(request: HttpRequest, ruleset: Ruleset) -> HttpResponse:
    queries.learn_from_store([ruleset])
    context = {
        "grids": grids(ruleset),
        "sides": SIDES,
        "shown": ShownBoard(ruleset, queries.scores_of(ruleset)),
        "challenges": shown_challenges(queries.challenges()),
        "walks": [(board_text(each), path_of(each), path_of_walk(each)) for each in BOARDS],
        "finds": shown_finds(queries.latest_finds()),
    }
    return render(request, "learn/fairness/fairness.html", context)
