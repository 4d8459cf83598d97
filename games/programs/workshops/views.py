"""The pages of workshops: the teacher's, the wall, and what the class needs to begin."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import SignedInRequest, found_or_404, hide_from_referrers, person_required
from games.core.errors import GameError, TooFast
from games.engine import LEVELS
from games.live.limits import WORKSHOP_FILES, enter
from games.models import Workshop
from games.models.workshop import MAX_TIME, USUAL_TIME
from games.play.refusing import with_wait
from games.programs.workshops import kits, services
from games.programs.workshops.access import (
    find_own,
    open_workshop,
    or_enter_code,
    own_workshop,
)
from games.programs.workshops.archive import archive_of
from games.programs.workshops.queries import own_workshops
from games.programs.workshops.results import (
    MAX_ROWS_ON_THE_WALL,
    cross_table,
    live_boards,
    present,
    score_table,
)
from games.programs.workshops.round_robin.queries import chart_of
from games.programs.workshops.services import KEPT_FOR
from games.programs.workshops.wording import refusal_text
from tictactoe_site.common.links import url_as_seen
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import parse_number
from tictactoe_site.common.qr import qr_svg

HOUR = 3600


class WorkshopForm(forms.Form):
    """A new workshop's title and how long it is open."""

    title = forms.CharField(label=_("Title"), max_length=40, help_text=_("Shown on the projector."))
    hours = forms.IntegerField(
        label=_("Hours until it ends"),
        initial=int(USUAL_TIME.total_seconds() // HOUR),
        min_value=1,
        max_value=int(MAX_TIME.total_seconds() // HOUR),
        help_text=_("From 1 to 168 hours (7 days). You can close it earlier."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def workshops(request: HttpRequest) -> HttpResponseBase:
    """Show one's own workshops and the form for another, or to those without an account what
    workshops are."""
    has_account = request.user.is_authenticated and not request.user.is_guest
    if request.method == "POST" or has_account:
        return _own_workshops(request)
    return render(request, "programs/workshops/front.html")


@person_required
def _own_workshops(request: SignedInRequest) -> HttpResponse:
    form = WorkshopForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = services.make_workshop(owner=request.user, **form.cleaned_data)
        except GameError as refused:
            form.add_error(None, refusal_text(refused.code))
        else:
            return redirect(made)
    context = {"workshops": own_workshops(request.user), "form": form}
    return render(
        request, "programs/workshops/mine.html", context, status=422 if form.errors else 200
    )


@require_safe
@never_cache
@hide_from_referrers
@or_enter_code
def workshop(request: HttpRequest, code: str) -> HttpResponse:
    """Show the teacher's page; whoever else has the code is led to where the class begins."""
    own = find_own(request, code)
    if own is None:
        return redirect("games:workshop_start", open_workshop(request, code).code)
    players = list(own.players.filter(level=""))
    table = cross_table(own)
    context = {
        "workshop": own,
        "address": _address(request, own),
        "players": players,
        "withdrawn": chart_of(own.pk).withdrawn,
        "levels": LEVELS.values(),
        "present": present(players, table),
        "kept_days": KEPT_FOR.days,
        "scores": score_table(own),
        "table": table,
        "boards": live_boards(own),
    }
    return render(request, "programs/workshops/workshop.html", context)


@require_safe
@never_cache
@hide_from_referrers
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a projector shows."""
    shown = open_workshop(request, code)
    table = cross_table(shown)
    context = {
        "workshop": shown,
        "address": _address(request, shown),
        "present": present(shown.players.filter(level=""), table),
        "scores": score_table(shown)[:MAX_ROWS_ON_THE_WALL],
        "table": table,
        "boards": live_boards(shown),
    }
    return render(request, "programs/workshops/wall.html", context)


@require_safe
def code_svg(request: HttpRequest, code: str) -> HttpResponse:
    """Show a QR code of the address at which the class begins."""
    link = url_as_seen(request, _short(open_workshop(request, code)))
    return HttpResponse(qr_svg(link), content_type="image/svg+xml")


@require_safe
@or_enter_code
def short(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect from the short address on the wall, which can be typed."""
    return redirect("games:workshop_start", open_workshop(request, code).code)


@require_POST
@person_required
def save_settings(request: SignedInRequest, code: str) -> HttpResponse:
    """Keep a workshop after its end or not, and say how long a move may take in it."""
    own = own_workshop(request, code)
    if seconds := request.POST.get("seconds"):
        try:
            services.set_move_time(workshop=own, seconds=parse_number(seconds) or 0)
        except GameError as error:
            messages.error(request, refusal_text(error.code))
            return redirect(own)
    services.set_kept(workshop=own, is_kept=bool(request.POST.get("keep")))
    messages.success(request, gettext("Saved."))
    return redirect(own)


@require_safe
@person_required
@never_cache
def archive(request: SignedInRequest, code: str) -> HttpResponse:
    """Show all that is kept of a workshop, as one file."""
    own = own_workshop(request, code)
    try:
        enter((WORKSHOP_FILES, request.user.pk))
    except TooFast as error:
        return with_wait(HttpResponse(status=429), error)
    return _download(f"workshop-{own.code}.zip", archive_of(own), "application/zip")


@require_POST
@person_required
def close(request: SignedInRequest, code: str) -> HttpResponse:
    """Close a workshop for good."""
    own = own_workshop(request, code)
    async_to_sync(services.close_workshop)(workshop=own)
    messages.success(request, gettext("The workshop is closed."))
    return redirect("games:workshops")


# What the class gets.


@require_safe
@hide_from_referrers
@or_enter_code
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Show how to begin, with the files for each language."""
    shown = open_workshop(request, code)
    context = {"workshop": shown, "address": _address(request, shown), "kits": kits.KITS}
    return render(request, "programs/workshops/start.html", context)


@require_safe
def kit_file(request: HttpRequest, code: str, language: str, name: str) -> HttpResponse:
    """Show one file of a kit, with the workshop's address in it."""
    shown = open_workshop(request, code)
    kit = kits.KITS.get(language)
    # Only names that the kit lists: no path leads to another file.
    if kit is None or name not in kit.files:
        raise Http404
    text = kits.file_of(kit, name, _address(request, shown))
    return _download(name, text.encode(), "text/plain; charset=utf-8")


@require_safe
def kit_zip(request: HttpRequest, code: str, language: str) -> HttpResponse:
    """Show all files of a kit."""
    shown = open_workshop(request, code)
    kit = found_or_404(kits.KITS.get(language))
    content = kits.zip_of(kit, _address(request, shown))
    return _download(f"{kit.folder}.zip", content, "application/zip")


def _download(name: str, content: bytes, content_type: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)


def _short(workshop: Workshop) -> str:
    return reverse("games:workshop_short", args=(workshop.code,))


def _address(request: HttpRequest, workshop: Workshop) -> kits.Address:
    return kits.Address(url_as_seen(request, ""), workshop.code)
