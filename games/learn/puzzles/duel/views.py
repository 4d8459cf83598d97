"""The pages of duels, and their forms. An answer is a form, with scripts and without."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import viewer_of
from accounts.guests import ensure_user
from accounts.models import User
from accounts.preferences import preferences_of
from games.board.looks import own_looks
from games.core.errors import GameError
from games.learn.puzzles.duel import race, services
from games.learn.puzzles.duel.showing import ShownDuel
from games.models import Duel
from games.play.refusing import refusals_told, refused_page
from tictactoe_site.common.addresses import address_of
from tictactoe_site.common.links import url_as_seen
from tictactoe_site.common.methods import require_POST

# Looked up and not converted, since int() also takes " 4", "+4" and digits of other scripts.
CELLS = {str(cell): cell for cell in range(9)}
MAX_LISTED = 20


@require_http_methods(["GET", "HEAD", "POST"])
def duels(request: HttpRequest) -> HttpResponse:
    """Show the ways into a duel, and one's own duels; by POST, open or join one."""
    if request.method != "POST":
        viewer = viewer_of(request)
        context = {
            "duels": Duel.objects.of(viewer)[:MAX_LISTED] if viewer else [],
            "positions": race.POSITIONS,
            "penalty": race.PENALTY // 1000,
            "minutes": race.MAX_RACE // 60_000,
        }
        return render(request, "learn/puzzles/duel/duels.html", context)
    verb = services.make if request.POST.get("with") == "friend" else services.find_or_make
    user = ensure_user(request)
    with refusals_told(request):
        found = verb(user=user, address=address_of(request))
        if found.has_changed:
            async_to_sync(services.changed)(found.uid)
        return _to(found)
    return redirect("games:duels")


@require_safe
@never_cache
def duel(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a duel to its players, or to anybody who has the link."""
    return _page(request, uid)


@require_POST
def join(request: HttpRequest, uid: str) -> HttpResponse:
    """Take the free seat; somebody new becomes a guest."""
    _look(request, uid)
    user = ensure_user(request)
    return _carry_out(request, uid, lambda: services.join(uid=uid, user=user))


@require_POST
def answer(request: HttpRequest, uid: str) -> HttpResponse:
    """Mark a cell in the position that the form names by its number."""
    number, cell = request.POST.get("number", ""), CELLS.get(request.POST.get("cell", ""))
    if cell is None or number not in map(str, range(race.POSITIONS)):
        return refused_page(GameError("bad_message"), partial(_page, request, uid))

    def mark(user: User) -> None:
        services.answer(uid=uid, user=user, number=int(number), cell=cell)

    return _carry_out_seated(request, uid, mark)


@require_POST
def leave(request: HttpRequest, uid: str) -> HttpResponse:
    return _carry_out_seated(request, uid, lambda user: services.leave(uid=uid, user=user))


@require_POST
def rematch(request: HttpRequest, uid: str) -> HttpResponse:
    """Open or join the next duel of the two."""
    address = address_of(request)
    return _carry_out_seated(
        request, uid, lambda user: services.rematch(uid=uid, user=user, address=address)
    )


def _carry_out_seated(
    request: HttpRequest, uid: str, verb: Callable[[User], Duel | None]
) -> HttpResponse:
    _look(request, uid)
    user = viewer_of(request)
    if user is None:
        return refused_page(GameError("not_seated"), partial(_page, request, uid))
    return _carry_out(request, uid, lambda: verb(user))


def _carry_out(request: HttpRequest, uid: str, verb: Callable[[], Duel | None]) -> HttpResponse:
    """Call *verb*, tell the sockets, and redirect to the duel that it returns, or to this one."""
    try:
        following = verb()
    except GameError as error:
        return refused_page(error, partial(_page, request, uid))
    async_to_sync(services.changed)(uid)
    if following and following.uid != uid:
        async_to_sync(services.changed)(following.uid)
    return _to(following) if following else redirect("games:duel", uid)


def _page(request: HttpRequest, uid: str, error: str = "", *, status: int = 200) -> HttpResponse:
    duel = _look(request, uid)
    looks = own_looks(preferences_of(request))
    shown = ShownDuel(duel, viewer_of(request), looks, timezone.now())
    context = {
        "duel": duel,
        "shown": shown,
        "link": url_as_seen(request, duel.get_absolute_url()),
        "penalty": race.PENALTY // 1000,
        "error": error,
    }
    return render(request, "learn/puzzles/duel/duel.html", context, status=status)


def _look(request: HttpRequest, uid: str) -> Duel:
    viewer = viewer_of(request)
    try:
        duel = services.look(uid=uid, user_id=viewer.pk if viewer else None)
    except GameError:
        raise Http404 from None
    if duel.has_changed:
        async_to_sync(services.changed)(uid)
    return duel


def _to(duel: Duel) -> HttpResponse:
    return redirect("games:duel", duel.uid)
