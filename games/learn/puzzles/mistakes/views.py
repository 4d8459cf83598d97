"""The pages of one's own mistakes. Nobody else sees them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import found_or_404, viewer_of
from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.core.errors import GameError
from games.learn.positions.addresses import place_of
from games.learn.puzzles.drills import board_of, cell_asked, frames_of, names_of
from games.learn.puzzles.judging import MoveVerdict
from games.learn.puzzles.mistakes import services
from games.learn.puzzles.mistakes.queries import due_count, mistakes_of, next_due, own_mistake
from games.models import Mistake
from games.play.refusing import refused_page
from games.text.refusals import refusal
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.links import next_page
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import form_number

MISTAKES_A_PAGE = 100
CONFLICT = 409


@require_safe
@never_cache
def mistakes(request: HttpRequest) -> HttpResponse:
    """Show a page of one's mistakes, by when they are due."""
    now, user = timezone.now(), viewer_of(request)
    every = mistakes_of(user)
    context = {
        "mistakes": Paginator(every, MISTAKES_A_PAGE).get_page(request.GET.get("page")),
        "soonest": every.first(),
        "due": due_count(user, now) if user else 0,
        "now": now,
    }
    return render(request, "learn/puzzles/mistakes/mistakes.html", context)


@require_safe
@never_cache
def mistake(request: HttpRequest, mistake_id: int) -> HttpResponse:
    """Show the position to solve or, until it is due again, what the last answer came to."""
    return _page(request, _own(request, mistake_id))


@require_POST
def answer(request: HttpRequest, mistake_id: int) -> HttpResponse:
    """Answer the review whose number the form names."""
    mistake = _own(request, mistake_id)
    review = _review(request)
    cell = cell_asked(request.POST.get("cell", ""), mistake.ruleset, mistake.transform(review))
    if cell is None:
        return _page(request, mistake, refusal("bad_cell"), status=CONFLICT)
    try:
        answered = services.answer(
            mistake=mistake,
            review=review,
            cell=cell,
            address=address_of(request),
        )
    except GameError as error:
        return refused_page(error, partial(_page, request, mistake))
    if answered.verdict is MoveVerdict.OPEN:
        return _page(request, mistake, is_open=True)
    return redirect(mistake)


@require_POST
def give_up(request: HttpRequest, mistake_id: int) -> HttpResponse:
    mistake = _own(request, mistake_id)
    try:
        services.give_up(
            mistake=mistake,
            review=_review(request),
            address=address_of(request),
        )
    except GameError as error:
        return refused_page(error, partial(_page, request, mistake))
    return redirect(mistake)


@require_POST
def remove(request: HttpRequest, mistake_id: int) -> HttpResponse:
    services.remove(mistake=_own(request, mistake_id))
    messages.success(request, _("Removed. It will not come back."))
    return redirect(next_page(request, reverse("games:mistakes")))


def _page(
    request: HttpRequest,
    mistake: Mistake,
    error: str = "",
    *,
    is_open: bool = False,
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    is_due = services.is_due(mistake, now)
    context = {
        "mistake": mistake,
        "is_due": is_due,
        "is_open": is_open,
        "error": error,
        "next": next_due(viewer_of(request), now, but=mistake.pk),
        **_board_context(request, mistake, is_due=is_due),
    }
    return render(request, "learn/puzzles/mistakes/mistake.html", context, status=status)


def _board_context(request: HttpRequest, mistake: Mistake, *, is_due: bool) -> dict[str, Any]:
    """Return the board to answer on or, until it is due again, the last answer.

    Either lies as it does in that review: turned or mirrored by chance.
    """
    looks = own_looks(preferences_of(request))
    transform = mistake.transform(mistake.reviews if is_due else mistake.reviews - 1)
    if is_due:
        return {"board": board_of(mistake.position, transform, looks, is_playable=True)}
    answered = [] if mistake.cell is None else [mistake.cell]
    position = mistake.position
    line = [*answered, *mistake.line]
    # A review that was given up shows one of the right moves.
    played = line if answered else mistake.right[:1]
    return {
        "board": board_of(position, transform, looks, is_playable=False),
        "frames": frames_of(position, played, transform),
        "right": names_of(mistake.ruleset, mistake.right, transform),
        "place": place_of(position),
    }


def _own(request: HttpRequest, mistake_id: int) -> Mistake:
    return found_or_404(own_mistake(viewer_of(request), mistake_id))


def _review(request: HttpRequest) -> int:
    return form_number(request.POST.get("review", ""))
