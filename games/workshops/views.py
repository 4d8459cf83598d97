"""The pages of workshops: the teacher's, the wall, and what the class needs to begin."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as say
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import person_required
from accounts.links import url_as_seen
from games.core.errors import GameError
from games.models import Workshop
from games.workshops import announce, kits, services
from games.workshops.forms import WorkshopForm
from games.workshops.queries import find_open, own_workshops
from games.workshops.results import (
    MOST_ON_THE_WALL,
    cross_table,
    live_boards,
    score_table,
)
from games.workshops.wording import refusal_text
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.qr import qr_svg

View = Callable[..., HttpResponse]


def code_in_path(view: View) -> View:
    """No other page, nor its log, is told the address of this one, in which the code stands."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def workshops(request: HttpRequest) -> HttpResponse:
    """One's own workshops, and the form for another one."""
    form = WorkshopForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = services.make_workshop(owner=request.user, **form.cleaned_data)
        except GameError as refused:
            form.add_error(None, refusal_text(refused.code))
        else:
            return redirect(made)
    context = {"workshops": own_workshops(request.user), "form": form}
    return render(request, "workshops/mine.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@code_in_path
def workshop(request: HttpRequest, code: str) -> HttpResponse:
    """The teacher's page; whoever else has the code is led to where the class begins."""
    own = Workshop.objects.filter(code=code.upper(), owner_id=request.user.pk).first()
    if own is None:
        return redirect("games:workshop_start", _open(request, code).code)
    players = list(own.players.all())
    context = {
        "workshop": own,
        "address": _address(request, own),
        "players": players,
        "present": sum(player.is_present for player in players),
        "scores": score_table(own),
        "cross": cross_table(own),
        "boards": live_boards(own),
    }
    return render(request, "workshops/workshop.html", context)


@require_safe
@never_cache
@code_in_path
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """What a projector shows."""
    shown = _open(request, code)
    context = {
        "workshop": shown,
        "address": _address(request, shown),
        "present": sum(player.is_present for player in shown.players.all()),
        "scores": score_table(shown)[:MOST_ON_THE_WALL],
        "cross": cross_table(shown),
        "boards": live_boards(shown),
    }
    return render(request, "workshops/wall.html", context)


@require_safe
def code_svg(request: HttpRequest, code: str) -> HttpResponse:
    """A QR code of the address at which the class begins."""
    link = url_as_seen(request, _short(_open(request, code)))
    return HttpResponse(qr_svg(link), content_type="image/svg+xml")


@require_safe
def short(request: HttpRequest, code: str) -> HttpResponse:
    """The address on the wall, which can be typed."""
    return redirect("games:workshop_start", _open(request, code).code)


@require_POST
@person_required
def pair(request: HttpRequest, code: str) -> HttpResponse:
    """Begin a round robin among the players that were chosen."""
    return _do(request, code, services.pair, say("%(count)d games are to be played."))


@require_POST
@person_required
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Have the programs that were chosen asked every line of play."""
    return _do(request, code, services.ask, say("%(count)d programs are being asked."))


def _do(request: HttpRequest, code: str, verb: Callable[..., int], done: str) -> HttpResponse:
    """Do something with the players that were chosen, and say of how many."""
    own = _own(request, code)
    if not own.is_open:
        raise Http404
    chosen = [int(number) for number in request.POST.getlist("player") if number.isdecimal()]
    try:
        count = verb(workshop=own, players=chosen)
    except GameError as refused:
        messages.error(request, refusal_text(refused.code))
    else:
        async_to_sync(announce.changed)(own.pk)
        messages.success(request, done % {"count": count})
    return redirect(own)


@require_POST
@person_required
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close a workshop for good."""
    own = _own(request, code)
    async_to_sync(services.close_workshop)(workshop=own)
    messages.success(request, say("The workshop is closed."))
    return redirect("games:workshops")


# What the class gets.


@require_safe
@code_in_path
def start(request: HttpRequest, code: str) -> HttpResponse:
    """How to begin, with the files for each language."""
    shown = _open(request, code)
    context = {"workshop": shown, "address": _address(request, shown), "kits": kits.KITS}
    return render(request, "workshops/start.html", context)


@require_safe
def kit_file(request: HttpRequest, code: str, language: str, name: str) -> HttpResponse:
    """One file of a kit, with the workshop's address in it."""
    shown = _open(request, code)
    kit = kits.KITS.get(language)
    if kit is None or name not in kit.files:
        raise Http404
    text = kits.file_of(kit, name, _address(request, shown))
    return _download(name, text.encode(), "text/plain; charset=utf-8")


@require_safe
def kit_zip(request: HttpRequest, code: str, language: str) -> HttpResponse:
    """All files of a kit."""
    shown = _open(request, code)
    kit = kits.KITS.get(language)
    if kit is None:
        raise Http404
    content = kits.zip_of(kit, _address(request, shown))
    return _download(f"{kit.folder}.zip", content, "application/zip")


def _download(name: str, content: bytes, content_type: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)


def _own(request: HttpRequest, code: str) -> Workshop:
    found: Workshop | None = own_workshops(request.user).filter(code=code.upper()).first()
    if found is None:
        raise Http404
    return found


def _open(request: HttpRequest, code: str) -> Workshop:
    """The open workshop of *code*; whoever tries many codes is told nothing for a while."""
    try:
        return find_open(code, address=address_of(request))
    except GameError:
        raise Http404 from None


def _short(workshop: Workshop) -> str:
    return reverse("games:workshop_short", args=(workshop.code,))


def _address(request: HttpRequest, workshop: Workshop) -> kits.Address:
    return kits.Address(url_as_seen(request, ""), workshop.code)
