"""The pages of a round robin: its own, the wall, the table as files, its creator's buttons."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import SignedInRequest, found_or_404, person_required, viewer_of
from games.compete.round_robin.picture import style_source, svg_text
from games.compete.round_robin.table_file import csv_text
from games.compete.tournaments.actions import carried_out
from games.compete.tournaments.forms import RobinForm
from games.compete.tournaments.robin import services
from games.compete.tournaments.robin.showing import ShownRobin
from games.compete.tournaments.robin.table import table_of
from games.core.errors import GameError
from games.models import Tournament
from tictactoe_site.common.links import url_as_seen
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.qr import qr_svg


def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show how it stands, what is played, one's own round, and what its creator can do."""
    shown = _shown_robin(request, tournament)
    if shown.own_entry:
        services.see(entry=shown.own_entry)
    context = {"tournament": tournament, "robin": shown}
    return render(request, "compete/tournaments/robin/robin.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def new(request: SignedInRequest) -> HttpResponse:
    """Show the form for a round robin."""
    form = RobinForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = services.create(user=request.user, **form.terms)
        except GameError as refused:
            form.refuse(refused)
        else:
            return redirect(made)
    status = 422 if form.errors else 200
    return render(request, "compete/tournaments/robin/new.html", {"form": form}, status=status)


@require_safe
@never_cache
def wall(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what a projector shows."""
    found = _find(uid)
    address = url_as_seen(request, found.get_absolute_url())
    context = {"tournament": found, "robin": _shown_robin(request, found), "address": address}
    return render(request, "compete/tournaments/robin/wall.html", context)


@require_safe
def code_svg(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a QR code of the tournament's address."""
    link = url_as_seen(request, _find(uid).get_absolute_url())
    return HttpResponse(qr_svg(link), content_type="image/svg+xml")


@require_safe
@never_cache
@csp_replace({"style-src": [style_source()]})  # type: ignore[arg-type]  # views may have arguments
def table_svg(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the cross table as a picture that stands alone."""
    found = _find(uid)
    picture = svg_text(table_of(found).cross, title=found.full_title)
    return HttpResponse(picture, content_type="image/svg+xml")


@require_safe
@never_cache
def table_csv(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the cross table as a file for spreadsheets."""
    text = csv_text(table_of(_find(uid)).cross)
    headers = {"Content-Disposition": f'attachment; filename="table-{uid}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


# What its creator does.


@require_POST
@person_required
def begin(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(request, _own(request, uid), services.begin)


@require_POST
@person_required
def hold(request: SignedInRequest, uid: str) -> HttpResponse:
    """Let no further round begin."""
    return carried_out(request, _own(request, uid), services.pause)


@require_POST
@person_required
def resume(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(request, _own(request, uid), services.resume)


@require_POST
@person_required
def enter_level(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(
        request, _own(request, uid), services.enter_level, level=request.POST.get("level", "")
    )


@require_POST
@person_required
def remove(request: SignedInRequest, uid: str) -> HttpResponse:
    return carried_out(
        request, _own(request, uid), services.remove, name=request.POST.get("name", "")
    )


@require_POST
@person_required
def replay(request: SignedInRequest, uid: str) -> HttpResponse:
    done = gettext("The round is played again.")
    return carried_out(
        request, _own(request, uid), services.replay, done, round=request.POST.get("round", "")
    )


def _own(request: SignedInRequest, uid: str) -> Tournament:
    found = _find(uid)
    if found.creator_id != request.user.pk:
        raise Http404
    return found


def _find(uid: str) -> Tournament:
    robins = Tournament.objects.filter(kind=Tournament.Kind.ROUND_ROBIN)
    return found_or_404(robins.select_related("creator").filter(uid=uid).first())


def _shown_robin(request: HttpRequest, tournament: Tournament) -> ShownRobin:
    return ShownRobin(tournament, viewer_of(request))
