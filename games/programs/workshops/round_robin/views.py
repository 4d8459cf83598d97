"""What the teacher does with the round robin, and its table as a picture and as a file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from csp.decorators import csp_replace
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as say
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import found_or_404, person_required
from games.compete.round_robin.cross_table import CrossTable
from games.compete.round_robin.picture import style_source, svg_text
from games.compete.round_robin.table_file import csv_text
from games.core.errors import GameError
from games.models import Workshop
from games.programs.workshops import services as workshops
from games.programs.workshops.access import (
    code_in_path,
    find_own,
    open_workshop,
    own_open_workshop,
    own_workshop,
)
from games.programs.workshops.results import cross_table
from games.programs.workshops.round_robin import services
from games.programs.workshops.round_robin.queries import paired
from games.programs.workshops.wording import refusal_text
from tictactoe_site.common.numbers import parse_number

# The table, for whoever has the code.


@require_safe
@never_cache
@code_in_path
@csp_replace({"style-src": [style_source()]})  # type: ignore[arg-type]  # views may have arguments
def table_svg(request: HttpRequest, code: str) -> HttpResponse:
    shown, table = _table(request, code)
    return HttpResponse(svg_text(table, title=shown.title), content_type="image/svg+xml")


@require_safe
@never_cache
@code_in_path
def table_csv(request: HttpRequest, code: str) -> HttpResponse:
    shown, table = _table(request, code)
    headers = {"Content-Disposition": f'attachment; filename="round-robin-{shown.code}.csv"'}
    return HttpResponse(csv_text(table), content_type="text/csv; charset=utf-8", headers=headers)


def _table(request: HttpRequest, code: str) -> tuple[Workshop, CrossTable]:
    """Return the table of an open workshop, or of one's own."""
    shown = find_own(request, code) or open_workshop(request, code)
    table = found_or_404(cross_table(shown))
    return shown, table


# What the teacher does.


@require_POST
@person_required
def pair(request: HttpRequest, code: str) -> HttpResponse:
    """Begin a round robin among the players and the levels that were chosen."""
    own = own_open_workshop(request, code)
    levels = request.POST.getlist("level")
    verb = services.pair(workshop=own, players=_numbers(request, "player"), levels=levels)
    return _done(request, own, verb, _to_play)


@require_POST
@person_required
def add(request: HttpRequest, code: str) -> HttpResponse:
    """Let those who were chosen and came late play in the round robin."""
    own = own_open_workshop(request, code)
    verb = _wait_for(services.add, workshop=own, players=_numbers(request, "player"))
    return _done(request, own, verb, _added)


@require_POST
@person_required
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Have the programs that were chosen asked every line of play."""
    own = own_open_workshop(request, code)
    verb = _wait_for(workshops.ask, workshop=own, players=_numbers(request, "player"))
    return _done(request, own, verb, _asked)


@require_POST
@person_required
def pause(request: HttpRequest, code: str) -> HttpResponse:
    own = own_open_workshop(request, code)
    verb = _wait_for(services.set_paused, workshop=own, is_paused=True)
    return _done(request, own, verb, say("No more games start until you resume."))


@require_POST
@person_required
def go_on(request: HttpRequest, code: str) -> HttpResponse:
    own = own_open_workshop(request, code)
    verb = _wait_for(services.set_paused, workshop=own, is_paused=False)
    return _done(request, own, verb, say("The round robin has resumed."))


@require_POST
@person_required
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """Send one player away."""
    own = own_open_workshop(request, code)
    verb = services.remove(workshop=own, player=_one(request))
    return _done(request, own, verb, say("The player is removed."))


@require_POST
@person_required
def bring_back(request: HttpRequest, code: str) -> HttpResponse:
    """Let one player play again who was withdrawn or removed."""
    own = own_open_workshop(request, code)
    verb = _wait_for(services.bring_back, workshop=own, player=_one(request))
    return _done(request, own, verb, say("The player may play again."))


@require_safe
@person_required
@code_in_path
def games(request: HttpRequest, code: str) -> HttpResponse:
    """Show the games of the round robin that were begun, each of which can be played again."""
    own = own_workshop(request, code)
    begun = paired(own.pk).exclude(game=None).select_related("x", "o", "game").order_by("pk")
    return render(request, "programs/workshops/games.html", {"workshop": own, "pairs": begun})


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
@code_in_path
def replay(request: HttpRequest, code: str, uid: str) -> HttpResponse:
    """Ask whether to have a game played again, and do so."""
    own = own_open_workshop(request, code)
    pair = get_object_or_404(paired(own.pk).select_related("x", "o", "game"), game__uid=uid)
    if request.method != "POST":
        return render(request, "programs/workshops/replay.html", {"workshop": own, "pair": pair})
    verb = _wait_for(services.replay, workshop=own, game=uid)
    return _done(request, own, verb, say("The game will be replayed."))


def _to_play(count: int) -> str:
    return ngettext("%(count)d game scheduled.", "%(count)d games scheduled.", count) % {
        "count": count
    }


def _added(count: int) -> str:
    return ngettext("%(count)d more game scheduled.", "%(count)d more games scheduled.", count) % {
        "count": count
    }


def _asked(count: int) -> str:
    return ngettext(
        "%(count)d program is being tested.", "%(count)d programs are being tested.", count
    ) % {"count": count}


def _done(
    request: HttpRequest, own: Workshop, verb: Awaitable[Any], said: str | Callable[[int], str]
) -> HttpResponse:
    """Do something, and say that it is done, perhaps of how many, or why not."""
    try:
        count = async_to_sync(_tell_all)(own, verb)
    except GameError as refused:
        messages.error(request, refusal_text(refused.code))
    else:
        messages.success(request, said if isinstance(said, str) else said(count))
    return redirect(own)


async def _tell_all(own: Workshop, verb: Awaitable[Any]) -> Any:
    done = await verb
    await workshops.changed(own.pk)
    return done


async def _wait_for(verb: Callable[..., Any], **arguments: Any) -> Any:
    return await sync_to_async(verb)(**arguments)


def _one(request: HttpRequest) -> int:
    """Return the player of the button that was pressed, or nobody's number."""
    return next(iter(_numbers(request, "one")), 0)


def _numbers(request: HttpRequest, name: str) -> list[int]:
    told = (parse_number(text, most_digits=9) for text in request.POST.getlist(name))
    return [number for number in told if number is not None]
