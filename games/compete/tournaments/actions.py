"""The buttons of a tournament's page: what they do, and why there is none to join."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.access import SignedInRequest
from accounts.models import User
from games.compete.tournaments.services import why_not_join
from games.models import Tournament, TournamentEntry
from games.play.refusing import refusals_told
from games.text.refusals import refusal


def carried_out(
    request: SignedInRequest,
    tournament: Tournament,
    verb: Callable[..., object],
    done: str = "",
    **arguments: str,
) -> HttpResponse:
    """Do *verb* for whoever asks, and go back to the page, which says *done* or why not."""
    with refusals_told(request, done):
        verb(uid=tournament.uid, user=request.user, **arguments)
    return redirect(tournament)


def why_not_join_text(
    tournament: Tournament, viewer: User | None, entry: TournamentEntry | None
) -> str:
    """Return why *viewer* cannot take part, in words; "" if they can, or could once signed up."""
    if viewer is None or viewer.is_guest:
        return ""
    code = why_not_join(tournament, viewer, entry)
    return refusal(code) if code else ""
