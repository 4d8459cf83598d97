"""The page of a round."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.compete.ratings.pages.steps import Steps, steps_of
from games.models import Game, RatingChange, Round
from games.play.game.queries import listed
from games.text.refusals import unrated_text


@dataclass(frozen=True, slots=True)
class Side:
    """A player, the half points they made, and how their rating changed by it, if it did."""

    user: User
    halves: int | None
    steps: Steps | None


@require_safe
def round_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show both games, the score, and what the round made of both ratings."""
    found = Round.objects.select_related("first", "second", "tournament", "left_by")
    round = found.filter(uid=uid).first()
    if round is None:
        raise Http404
    keys = [key for key in (round.first_game_id, round.second_game_id) if key]
    context = {
        "round": round,
        "games": listed(Game.objects.filter(pk__in=keys).order_by("pk")),
        "sides": _sides(round),
        "unrated": unrated_text(round.unrated_because) if round.unrated_because else "",
    }
    return render(request, "compete/rounds/round.html", context)


def _sides(round: Round) -> list[Side]:
    changes = RatingChange.objects.filter(round=round, undone_at=None)
    steps = {change.user_id: steps_of(change) for change in changes.select_related("opponent")}
    return [Side(user, round.halves_of(user), steps.get(user.pk)) for user in round.players]
