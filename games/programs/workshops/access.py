"""Who may see which page of a workshop."""

from __future__ import annotations

from functools import wraps
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts.access import View, found_or_404
from games.core.errors import GameError
from games.models import Workshop
from games.programs.workshops.queries import find_open, own_workshops
from tictactoe_site.common.addresses import address_of


def or_enter_code(view: View) -> View:
    """Ask for the code again where it opens nothing."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str) -> HttpResponseBase:
        try:
            return view(request, code)
        except Http404:
            return redirect(f"{reverse('games:enter_code')}?{urlencode({'code': code})}")

    return guarded


def find_own(request: HttpRequest, code: str) -> Workshop | None:
    """Return the visitor's own workshop of *code*, open or closed; None if there is none."""
    if not request.user.is_authenticated:
        return None
    own: Workshop | None = own_workshops(request.user).filter(code=code.upper()).first()
    return own


def own_workshop(request: HttpRequest, code: str) -> Workshop:
    """Return what `find_own` returns. Raises Http404 if there is none."""
    return found_or_404(find_own(request, code))


def own_open_workshop(request: HttpRequest, code: str) -> Workshop:
    own = own_workshop(request, code)
    if not own.is_open:
        raise Http404
    return own


def open_workshop(request: HttpRequest, code: str) -> Workshop:
    """Return the open workshop of *code*. Raises Http404, also to whoever tries many codes."""
    try:
        return find_open(code, address=address_of(request))
    except GameError:
        raise Http404 from None
