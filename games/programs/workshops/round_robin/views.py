"""What the teacher does with the round robin, and its table as a picture and as a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from csp.decorators import csp_replace
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import found_or_404, hide_from_referrers, person_required
from games.compete.round_robin.cross_table import CrossTable
from games.compete.round_robin.picture import style_source, svg_text
from games.compete.round_robin.table_file import csv_text
from games.core.errors import GameError
from games.models import Workshop
from games.programs.workshops import services as workshops
from games.programs.workshops.access import (
    find_own,
    open_workshop,
    own_open_workshop,
    own_workshop,
)
from games.programs.workshops.results import cross_table
from games.programs.workshops.round_robin import services
from games.programs.workshops.round_robin.queries import paired
from games.programs.workshops.wording import refusal_text
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import parse_number

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# The table, for whoever has the code.


@require_safe
@never_cache
@hide_from_referrers
@csp_replace({"style-src": [style_source()]})  # type: ignore[arg-type]  # views may have arguments
def table_svg(request: HttpRequest, code: str) -> HttpResponse:
    shown, table = _table(request, code)
    return HttpResponse(svg_text(table, title=shown.title), content_type="image/svg+xml")


@require_safe
@never_cache
def table_csv(request: HttpRequest, code: str) -> HttpResponse:
    shown, table = _table(request, code)
    headers = {"Content-Disposition": f'attachment; filename="round-robin-{shown.code}.csv"'}
    return HttpResponse(csv_text(table), content_type="text/csv; charset=utf-8", headers=headers)


def _table(request: HttpRequest, code: str) -> tuple[Workshop, CrossTable]:
    """Return an open workshop, or one's own, and its table. Raises Http404."""
    shown = find_own(request, code) or open_workshop(request, code)
    table = found_or_404(cross_table(shown))
    return shown, table


# What the teacher does.


@require_POST
@person_required
def pair(request: HttpRequest, code: str) -> HttpResponse:
    """Begin a round robin among the players and the levels that were chosen."""
    scheduled = ngettext_lazy("%(count)d game scheduled.", "%(count)d games scheduled.", "count")
    verb = async_to_sync(services.pair)
    levels = request.POST.getlist("level")
    return _carry_out(
        request, code, verb, scheduled, players=_numbers(request, "player"), levels=levels
    )


@require_POST
@person_required
def add(request: HttpRequest, code: str) -> HttpResponse:
    """Let the latecomers who were chosen play in the round robin."""
    scheduled = ngettext_lazy(
        "%(count)d more game scheduled.", "%(count)d more games scheduled.", "count"
    )
    return _carry_out(request, code, services.add, scheduled, players=_numbers(request, "player"))


@require_POST
@person_required
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Have the chosen programs tested in every line of play."""
    begun = ngettext_lazy(
        "%(count)d program is being tested.", "%(count)d programs are being tested.", "count"
    )
    return _carry_out(request, code, workshops.ask, begun, players=_numbers(request, "player"))


@require_POST
@person_required
def pause(request: HttpRequest, code: str) -> HttpResponse:
    said = gettext("No more games start until you resume.")
    return _carry_out(request, code, services.set_paused, said, is_paused=True)


@require_POST
@person_required
def go_on(request: HttpRequest, code: str) -> HttpResponse:
    said = gettext("The round robin has resumed.")
    return _carry_out(request, code, services.set_paused, said, is_paused=False)


@require_POST
@person_required
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """Send one player away."""
    verb = async_to_sync(services.remove)
    return _carry_out(request, code, verb, gettext("The player is removed."), player=_one(request))


@require_POST
@person_required
def bring_back(request: HttpRequest, code: str) -> HttpResponse:
    """Let one player who was withdrawn or removed play again."""
    said = gettext("The player may play again.")
    return _carry_out(request, code, services.bring_back, said, player=_one(request))


@require_safe
@person_required
@hide_from_referrers
def games(request: HttpRequest, code: str) -> HttpResponse:
    """Show the games of the round robin that have begun; those with a result can be replayed."""
    own = own_workshop(request, code)
    begun = paired(own.pk).exclude(game=None).select_related("x", "o", "game").order_by("pk")
    return render(request, "programs/workshops/games.html", {"workshop": own, "pairs": begun})


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
@hide_from_referrers
def replay(request: HttpRequest, code: str, uid: str) -> HttpResponse:
    """Ask whether to have a game played again, and do so."""
    own = own_open_workshop(request, code)
    pair = get_object_or_404(paired(own.pk).select_related("x", "o", "game"), game__uid=uid)
    if request.method != "POST":
        return render(request, "programs/workshops/replay.html", {"workshop": own, "pair": pair})
    return _carry_out(
        request, code, services.replay, gettext("The game will be replayed."), game=uid
    )


def _carry_out(
    request: HttpRequest,
    code: str,
    verb: Callable[..., int | None],
    said: StrOrPromise,
    **arguments: Any,
) -> HttpResponse:
    """Carry out *verb* in one's own open workshop, and redirect there with a message.

    It is *said*, with the count that *verb* has returned, if any, or the reason for a refusal.
    """
    own = own_open_workshop(request, code)
    try:
        count = verb(workshop=own, **arguments)
        async_to_sync(workshops.changed)(own.pk)
    except GameError as refused:
        messages.error(request, refusal_text(refused.code))
    else:
        messages.success(request, said if count is None else said % {"count": count})
    return redirect(own)


def _one(request: HttpRequest) -> int:
    """Return the number of the player whose button was pressed; 0, which is nobody's, if none."""
    return next(iter(_numbers(request, "one")), 0)


def _numbers(request: HttpRequest, name: str) -> list[int]:
    told = (parse_number(text, most_digits=9) for text in request.POST.getlist(name))
    return [number for number in told if number is not None]
