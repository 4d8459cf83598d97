"""What the buttons of a tournament's page do: one verb each, and say why it was refused."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.access import SignedInRequest
from games.models import Tournament
from games.play.refusing import refusals_told


def carried_out(
    request: SignedInRequest,
    tournament: Tournament,
    verb: Callable[..., object],
    done: str = "",
    **arguments: str,
) -> HttpResponse:
    """Do *verb* for whoever asks, and go back to the page, which says *done* or why not."""
    with refusals_told(request):
        verb(uid=tournament.uid, user=request.user, **arguments)
        if done:
            messages.success(request, done)
    return redirect(tournament)
