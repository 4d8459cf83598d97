"""A user's own games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.core.paginator import Page
from django.db.models import Q

from games.models import Game, GameQuerySet
from games.selectors.pages import page_of

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games to list; what is empty filters nothing. Days are inclusive, UTC."""

    result: str = ""  # won, lost, drawn or ongoing
    size: tuple[int, int] | None = None
    opponent: str = ""
    since: date | None = None
    until: date | None = None


def history_page(user: User, filters: Filters, number: object = 1) -> Page[Game]:
    """A page of *user*'s games, the newest first; without those nobody ever joined."""
    return page_of(_filtered(_games_of(user), user, filters).order_by("-id"), number)


def sizes_of(user: User) -> list[tuple[int, int]]:
    """The sizes of the boards that *user* has played on, ascending. One query."""
    sizes = _games_of(user).order_by("m", "n").values_list("m", "n").distinct()
    return list(sizes)


def _games_of(user: User) -> GameQuerySet:
    return Game.objects.of(user).exclude(termination=Game.Termination.CANCELLED)


def _filtered(games: GameQuerySet, user: User, filters: Filters) -> GameQuerySet:
    if filters.result:
        games = games.filter(results_of(user)[filters.result])
    if filters.size:
        games = games.filter(m=filters.size[0], n=filters.size[1])
    if filters.opponent:
        games = games.filter(_against(user, filters.opponent))
    if filters.since:
        games = games.filter(created_at__date__gte=filters.since)
    if filters.until:
        games = games.filter(created_at__date__lte=filters.until)
    return games


def results_of(user: User) -> dict[str, Q]:
    """What won, lost, drawn and ongoing mean for *user*. Nobody beats oneself on one device."""
    shared = Q(opponent=Game.Opponent.DEVICE)
    x_won, o_won = Q(outcome=Game.Outcome.X), Q(outcome=Game.Outcome.O)
    return {
        "won": ~shared & (Q(x_player=user) & x_won | Q(o_player=user) & o_won),
        "lost": ~shared & (Q(x_player=user) & o_won | Q(o_player=user) & x_won),
        "drawn": Q(outcome=Game.Outcome.DRAW),
        "ongoing": ~Q(status=Game.Status.FINISHED),
    }


def _against(user: User, name: str) -> Q:
    """Games against players whose name contains *name*, also names given on one device."""
    on_device = Q(x_name__icontains=name) | Q(o_name__icontains=name)
    as_x = Q(x_player=user) & ~Q(o_player=user) & Q(o_player__username__icontains=name)
    as_o = Q(o_player=user) & ~Q(x_player=user) & Q(x_player__username__icontains=name)
    return as_x | as_o | on_device
