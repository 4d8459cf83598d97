"""The forms of tournaments: what both kinds ask, and each kind's own."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from games.compete.ratings.pools import CLOCKS
from games.compete.tournaments.arena.editing import others_joined
from games.compete.tournaments.services import MAX_MINUTES, MAX_TITLE_LENGTH, MIN_MINUTES
from games.core.clock import parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.rules import MAX_SIDE, MIN_SIDE, Ruleset
from games.models import Tournament
from games.text.refusals import refusal
from games.text.seat_names import level_choices
from games.text.wording import control_text

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# In minutes from now. The last is LATEST: when that is checked, it is no further away.
STARTS = [
    (5, _("5 minutes")),
    (15, _("15 minutes")),
    (30, _("30 minutes")),
    (60, _("1 hour")),
    (120, _("2 hours")),
    (240, _("4 hours")),
    (480, _("8 hours")),
    (1440, _("1 day")),
    (2880, _("2 days")),
    (4320, _("3 days")),
    (10080, _("7 days")),
    (20160, _("2 weeks")),
]
MOST_AHEAD = 24 * 60 - 1  # minutes
# What the form that edits an arena shows as it is now.
KEPT = {"title", "m", "n", "k", "control", "minutes", "admits", "is_listed"}
# The field at fault, by the code of the refusal.
MISFITS = {
    "title_length": "title",
    "title_characters": "title",
    "not_rateable": "is_rated",
    "bad_clock": "control",
    "bad_minutes": "minutes",
    "bad_start": "starts_at",
    "bad_ruleset": "k",
    "unknown_level": "levels",
    "level_unmeasured": "levels",
}


def _controls() -> list[tuple[str, str]]:
    texts = [time_control_text(clock) for clock in CLOCKS]
    return [(text, control_text(text)) for text in texts]


def side(label: StrOrPromise, initial: int) -> forms.IntegerField:
    """Return a field for a side of the board, or for the marks in a row."""
    return forms.IntegerField(label=label, min_value=MIN_SIDE, max_value=MAX_SIDE, initial=initial)


class TournamentForm(forms.Form):
    """What the creator of any tournament says. `terms` is for `services.create`."""

    title = forms.CharField(
        label=_("Title"),
        max_length=MAX_TITLE_LENGTH,
        min_length=3,
        help_text=_("From 3 to 40 letters and digits."),
    )
    m = side(_("Columns"), 15)
    n = side(_("Rows"), 15)
    k = side(_("Marks in a row to win"), 5)
    control = forms.ChoiceField(
        label=_("Clock (minutes + seconds per move)"), choices=_controls, initial="180+2"
    )
    is_rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=True,
        help_text=_("Only boards with enough even openings can be rated, such as 15×15 or 6×6."),
    )
    starts_in = forms.TypedChoiceField(label=_("Starts in"), choices=STARTS, coerce=int, initial=30)
    starts_at = forms.DateTimeField(
        label=_("Or start at"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Date and time in UTC."),
    )
    # By how many minutes the browser's clock is ahead of UTC at starts_at; without scripts none.
    offset = forms.IntegerField(
        min_value=-MOST_AHEAD, max_value=MOST_AHEAD, required=False, widget=forms.HiddenInput
    )
    is_listed = forms.BooleanField(
        label=_(
            "Listed among the tournaments; otherwise only people with the link or code find it"
        ),
        required=False,
        initial=True,
    )
    admits = forms.ChoiceField(
        label=_("Open to"),
        choices=Tournament.Admits.choices,
        initial=Tournament.Admits.PEOPLE,
        help_text=_("If bots may play, the title says BOT and people are asked before they join."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not {"m", "n", "k"} - cleaned.keys():
            try:
                self.ruleset = Ruleset(cleaned["m"], cleaned["n"], cleaned["k"])
            except GameError as error:
                self.refuse(error)
        return cleaned

    @property
    def terms(self) -> dict[str, Any]:
        values = {**self.cleaned_data}
        for name in ("m", "n", "k"):
            del values[name]
        minutes, offset = values.pop("starts_in"), values.pop("offset") or 0
        return {
            **values,
            "ruleset": self.ruleset,
            "control": parse_time_control(values["control"]),
            "starts_at": self._start(minutes, timezone(timedelta(minutes=offset))),
        }

    def _start(self, minutes: int, zone: timezone) -> datetime:
        chosen: datetime | None = self.cleaned_data["starts_at"]
        if chosen is None:
            return now() + timedelta(minutes=minutes)
        return chosen.replace(tzinfo=zone)

    def refuse(self, error: GameError) -> None:
        """Show why something was refused, at the field at fault."""
        self.add_error(MISFITS.get(error.code), forms.ValidationError(refusal(error.code)))


class ArenaForm(TournamentForm):
    """What the creator of an arena says."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=MIN_MINUTES,
        max_value=MAX_MINUTES,
        initial=40,
        help_text=_("How long it lasts: from 10 to 180."),
    )
    field_order = (
        *("title", "m", "n", "k", "control", "is_rated", "minutes"),
        *("starts_in", "starts_at", "admits", "is_listed"),
    )


class ArenaEditForm(ArenaForm):
    """What can still be changed of an arena that is announced."""

    def __init__(self, data: QueryDict | None, tournament: Tournament) -> None:
        initial = {name: getattr(tournament, name) for name in self.base_fields if name in KEPT}
        super().__init__(data, initial={**initial, "is_rated": bool(tournament.pool)})
        self._starts_at = tournament.starts_at
        starts = self.fields["starts_in"]
        assert isinstance(starts, forms.ChoiceField)
        starts.choices = [("", _("As announced")), *STARTS]
        starts.required, starts.initial = False, ""
        if others_joined(tournament):
            for name in ("m", "n", "k", "control", "is_rated", "admits"):
                self.fields[name].disabled = True

    def _start(self, minutes: int | str, zone: timezone) -> datetime:
        if not minutes and not self.cleaned_data["starts_at"]:
            return self._starts_at
        return super()._start(int(minutes or 0), zone)


class RobinForm(TournamentForm):
    """What the creator of a round robin says."""

    m = side(_("Columns"), 3)
    n = side(_("Rows"), 3)
    k = side(_("Marks in a row to win"), 3)
    levels = forms.MultipleChoiceField(
        label=_("Computer levels that take part"),
        choices=level_choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = (
        *("title", "m", "n", "k", "control", "is_rated", "admits", "levels"),
        *("starts_in", "starts_at", "is_listed"),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        usual = {"admits": Tournament.Admits.BOTS, "control": "60+1", "is_rated": False}
        for name, value in usual.items():
            self.fields[name].initial = value
        self.fields["starts_in"].help_text = _("You can start earlier.")
