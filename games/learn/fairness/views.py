"""The page about fair boards, boards that are still open, and what was proven last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Ruleset
from games.engine.proving.first_moves import first_answers
from games.engine.proving.stored import lengths_of
from games.engine.search.value import Value
from games.learn.fairness import queries
from games.learn.fairness.effects import Winner
from games.learn.fairness.queries import MAX_CELLS, UnsettledBoard
from games.learn.fairness.showing import (
    SIDES,
    WINNERS,
    ShownBoard,
    grids,
    path_of,
    win_text,
)
from games.learn.positions.addresses import parse_board
from games.learn.walks.boards import BOARDS, path_of_walk
from games.models import FirstCellProof
from games.text.wording import board_text

USUAL = Ruleset(6, 5, 4)  # where the swap rule makes all the difference


@dataclass(frozen=True, slots=True)
class ShownChallenge:
    """An UnsettledBoard as the page lists it."""

    title: str
    path: str
    left: int
    kinds: int
    nodes: str
    is_too_large: bool


@dataclass(frozen=True, slots=True)
class ShownProof:
    """A large board with proofs to walk: *answers* are O's first ones, *proven* so many of them."""

    title: str
    path: str
    walk: str
    proven: int
    answers: int
    result: str


@dataclass(frozen=True, slots=True)
class ShownFind:
    """What was proven about a first cell, and when."""

    at: datetime
    title: str
    path: str
    text: str


def shown_challenges(challenges: Iterable[UnsettledBoard]) -> list[ShownChallenge]:
    return [
        ShownChallenge(
            title=board_text(each.ruleset),
            path=path_of(each.ruleset),
            left=each.left,
            kinds=each.kinds,
            nodes=intcomma(each.nodes),
            is_too_large=each.ruleset.cells > MAX_CELLS,
        )
        for each in challenges
    ]


def shown_proofs() -> list[ShownProof]:
    return [
        ShownProof(
            title=board_text(board),
            path=path_of(board),
            walk=path_of_walk(board),
            proven=len(lengths_of(board)),
            answers=len(first_answers(board)),
            result=win_text(board) or _("Not proven yet"),
        )
        for board in BOARDS
    ]


def shown_finds(finds: Iterable[FirstCellProof]) -> list[ShownFind]:
    """Return *finds* as the page lists them. Each is proven, so it has a value and a date."""
    return [
        ShownFind(find.found_at, board_text(find.ruleset), f"{path_of(find.ruleset)}#board", text)
        for find in finds
        if find.found_at and (text := _find_text(find))
    ]


def _find_text(find: FirstCellProof) -> str:
    winner = WINNERS[Value(find.value or 0)]
    name = cell_name(find.ruleset, find.cell)
    number = intcomma(find.nodes)
    if winner is Winner.NOBODY:
        text = _("%(cell)s is a draw, proven with %(n)s positions")
        return text % {"cell": name, "n": number}
    text = _("after %(cell)s %(mark)s wins, proven with %(n)s positions")
    return text % {"cell": name, "mark": winner.value.upper(), "n": number}


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
        "proofs": shown_proofs(),
        "finds": shown_finds(queries.latest_finds()),
    }
    return render(request, "learn/fairness/fairness.html", context)
