"""A user's own games, and which of them to list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.rules import Mark
from games.core.series import GAMES_OF_ROUND
from games.models import Game, GameQuerySet
from games.people.profiles.paging import GamesPage, HistoryStart, page_of
from games.text.wording import size_text

NEWEST = HistoryStart()
RESULTS = [
    ("", _("All")),
    ("won", _("Won")),
    ("lost", _("Lost")),
    ("drawn", _("Drawn")),
    ("ongoing", _("Ongoing")),
]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games to list; what is empty filters nothing. Days are inclusive, UTC."""

    result: str = ""  # won, lost, drawn or ongoing
    size: tuple[int, int] | None = None
    opponent: str = ""
    since: date | None = None
    until: date | None = None
    of_rounds: bool = False


def history_page(user: User, filters: Filters, start: HistoryStart = NEWEST) -> GamesPage:
    """Return a page of *user*'s games, the newest first, without those that were cancelled."""
    seats = _games_of(user).items()
    return page_of((_filtered(games, mark, user, filters) for mark, games in seats), start)


def sizes_of(user: User) -> list[tuple[int, int]]:
    """Return the sizes of the boards that *user* has played on, ascending. One query."""
    as_x, as_o = (games.order_by().values_list("m", "n") for games in _games_of(user).values())
    return list(as_x.union(as_o).order_by("m", "n"))


def result_of(mark: Mark) -> dict[str, Q]:
    """Return what won, lost, drawn and ongoing mean for the player of *mark*.

    A game against oneself on one device is neither won nor lost.
    """
    shared = Q(opponent=Game.Opponent.DEVICE)
    return {
        "won": ~shared & Q(outcome=mark.value),
        "lost": ~shared & Q(outcome=mark.other.value),
        "drawn": Q(outcome=Game.Outcome.DRAW),
        "ongoing": Q(termination=Game.Termination.NONE),
    }


def _games_of(user: User) -> dict[Mark, GameQuerySet]:
    return Game.objects.exclude(termination=Game.Termination.CANCELLED).of_by_seat(user)


def _filtered(games: GameQuerySet, mark: Mark, user: User, filters: Filters) -> GameQuerySet:
    if filters.result:
        games = games.filter(result_of(mark)[filters.result])
    if filters.size:
        games = games.filter(m=filters.size[0], n=filters.size[1])
    if filters.opponent:
        games = games.filter(_against(mark, user, filters.opponent))
    if filters.of_rounds:
        games = games.filter(best_of=GAMES_OF_ROUND)
    if filters.since:
        games = games.filter(created_at__gte=datetime.combine(filters.since, time.min, UTC))
    if filters.until:
        games = games.filter(created_at__lte=datetime.combine(filters.until, time.max, UTC))
    return games


def _against(mark: Mark, user: User, name: str) -> Q:
    """Return the condition: an opponent's name, or one given on a device, contains *name*."""
    on_device = Q(opponent=Game.Opponent.DEVICE)
    given = Q(x_name__icontains=name) | Q(o_name__icontains=name)
    called = User.objects.filter(username__icontains=name).exclude(pk=user.pk).values("pk")
    return Q(**{f"{mark.other}_player__in": called}) | on_device & given


class HistoryForm(forms.Form):
    """Which of one's games to list. A field that cannot be read filters nothing."""

    result = forms.ChoiceField(
        label=_("Result"), choices=RESULTS, widget=forms.RadioSelect, required=False
    )
    of_rounds = forms.BooleanField(label=_("Only rounds"), required=False)
    size = forms.ChoiceField(label=_("Board"), required=False)
    opponent = forms.CharField(label=_("Opponent"), max_length=20, required=False)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, sizes: Sequence[tuple[int, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(f"{m}x{n}", size_text(m, n)) for m, n in sizes]
        self.fields["size"].choices = [("", _("Any")), *choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("This is before the first day."))
        return cleaned
