"""Pages of puzzles. Every move is a form, and leads to the page again."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import SignedInRequest, found_or_404, person_required, viewer_of
from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Position
from games.learn.puzzles import queries, services, wording
from games.learn.puzzles.judging import MoveVerdict
from games.learn.puzzles.showing import ShownPuzzle
from games.models import Puzzle, PuzzleAttempt
from games.models.learning.puzzle import THE_DAY, BoardTransform, uid_of_the_day
from games.play.refusing import refused_page
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.links import url_as_seen
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import form_number, parse_number
from tictactoe_site.common.uids import UID_PATTERN, new_uid

UID = re.compile(UID_PATTERN)


@require_safe
@never_cache
def front(request: HttpRequest) -> HttpResponse:
    """Show where solving begins: the puzzle of the day, one's rating, and what was tried last."""
    user = viewer_of(request)
    today = queries.daily(timezone.now().date())
    number = Puzzle.objects.shown().count()
    context = {
        "daily": today and ShownPuzzle(today, THE_DAY),
        "rating": queries.rating_of(user),
        "recent": queries.recent(user),
        "number": number,
        "number_text": number_format(number, force_grouping=True),
    }
    return render(request, "learn/puzzles/front.html", context)


@require_safe
@never_cache
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to a puzzle near one's rating, other than ?but=, of the theme ?theme= if given."""
    but = parse_number(request.GET.get("but", ""), most_digits=17)
    theme = request.GET.get("theme", "")
    if theme and theme not in Puzzle.Theme.values:
        raise Http404
    found = queries.next_puzzle(viewer_of(request), but=but, theme=theme)
    return redirect(found or "games:puzzles")


@require_safe
@never_cache
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Show a puzzle in the attempt ?try=, else in the one that goes on, else in a new one."""
    return _page(request, _puzzle(puzzle_id), request.GET.get("try", ""))


@require_safe
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day."""
    today = timezone.now().date()
    found = queries.daily(today)
    if found is None:
        return redirect("games:puzzles")
    shown, url = ShownPuzzle(found, THE_DAY), url_as_seen(request, reverse("games:daily_puzzle"))
    position = Position.after(found.ruleset, shown.before)
    pasted = wording.pasted_text(position, shown.title, today, url)
    uid = uid_of_the_day(found.ruleset)
    return _page(request, found, uid, is_daily=True, pasted=pasted)


@require_POST
@never_cache
def move(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Make a move in the attempt that the form names."""
    found, uid = _puzzle(puzzle_id), _uid(request.POST.get("try", ""))
    solver = ensure_user(request)
    cell = form_number(request.POST.get("cell", ""))
    try:
        played = services.play(
            puzzle=found,
            solver=solver,
            uid=uid,
            ply=form_number(request.POST.get("ply", "")),
            cell=BoardTransform(found.ruleset, uid).undo(cell),
            address=address_of(request),
        )
    except GameError as error:
        return refused_page(error, partial(_page, request, found, uid), 422)
    if played.judgement and played.judgement.verdict is MoveVerdict.OPEN:
        return _page(
            request, found, uid, said=wording.open_move(found, cell_name(found.ruleset, cell))
        )
    return _to(played.attempt)


@require_POST
@never_cache
def give_up(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """End the attempt that the form names, and show the answer."""
    found, uid = _puzzle(puzzle_id), _uid(request.POST.get("try", ""))
    try:
        attempt = services.give_up(
            puzzle=found,
            solver=ensure_user(request),
            uid=uid,
            address=address_of(request),
        )
    except GameError as error:
        return refused_page(error, partial(_page, request, found, uid), 422)
    return _to(attempt)


@require_POST
@person_required
@never_cache
def switch(request: SignedInRequest) -> HttpResponse:
    """Switch ratings on or off from the next puzzle on; redirect to the puzzle of the form."""
    services.switch_rating(user=request.user, on=request.POST.get("rated") == "on")
    puzzle_id = parse_number(request.POST.get("puzzle", ""), most_digits=17)
    if puzzle_id is not None:
        query = {"try": _uid(request.POST.get("try", ""))}
        return redirect(reverse("games:puzzle", args=[puzzle_id], query=query))
    return redirect("games:puzzles")


def _page(
    request: HttpRequest,
    puzzle: Puzzle,
    uid: str,
    error: str = "",
    *,
    status: int = 200,
    is_daily: bool = False,
    **more: Any,
) -> HttpResponse:
    user = viewer_of(request)
    shown = _shown_puzzle(puzzle, user, uid)
    preferences = preferences_of(request)
    looks = own_looks(preferences)
    context = {
        "shown": shown,
        "puzzle": puzzle,
        "board": shown.board(looks),
        "data": shown.data(looks, coordinates=preferences.coordinates),
        "rating": shown.rating,
        "is_daily": is_daily,
        "refused": error,
        **more,
    }
    return render(request, "learn/puzzles/puzzle.html", context, status=status)


def _shown_puzzle(puzzle: Puzzle, user: User | None, uid: str) -> ShownPuzzle:
    """Return the puzzle in attempt *uid*, else in the one that goes on, else in a new one."""
    attempt = queries.attempt_called(user, puzzle, uid) or queries.going_on(user, puzzle)
    name = attempt.uid if attempt else uid if UID.fullmatch(uid) else new_uid()
    would_be_rated = attempt is None and user is not None and services.would_be_rated(puzzle, user)
    return ShownPuzzle(
        puzzle,
        name,
        user=user,
        attempt=attempt,
        rating=queries.rating_of(user),
        would_be_rated=would_be_rated,
        is_known=queries.knows_answer(user, puzzle),
    )


def _to(attempt: PuzzleAttempt) -> HttpResponse:
    return redirect(reverse("games:puzzle", args=[attempt.puzzle_id], query={"try": attempt.uid}))


def _puzzle(puzzle_id: int) -> Puzzle:
    return found_or_404(queries.shown_puzzle(puzzle_id))


def _uid(text: str) -> str:
    """Return the attempt's uid that a form sends, or a new one if it sends none."""
    return text if UID.fullmatch(text) else new_uid()
