"""The form for a new round robin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.clock import parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.rules import LARGEST_SIDE, SMALLEST_SIDE, Ruleset
from games.engine import LEVELS
from games.models import Tournament
from games.ratings.pools import CLOCKS
from games.text.refusals import refusal
from games.text.wording import control_text
from games.tournaments.titles import LONGEST as LONGEST_TITLE

# In minutes from now: nobody has to think of time zones.
STARTS = [
    (5, _("5 minutes")),
    (15, _("15 minutes")),
    (60, _("1 hour")),
    (240, _("4 hours")),
    (1440, _("1 day")),
    (10080, _("7 days")),
]
# The fields at fault.
MISFITS = {
    "title_length": "title",
    "title_characters": "title",
    "not_rateable": "is_rated",
    "bad_clock": "control",
    "bad_start": "starts_in",
    "bad_ruleset": "k",
    "unknown_level": "levels",
}


def _controls() -> list[tuple[str, str]]:
    texts = [time_control_text(clock) for clock in CLOCKS]
    return [(text, control_text(text)) for text in texts]


def _side(label: str, initial: int) -> forms.IntegerField:
    sides = {"min_value": SMALLEST_SIDE, "max_value": LARGEST_SIDE}
    return forms.IntegerField(label=label, initial=initial, **sides)


class RobinForm(forms.Form):
    """What the creator of a round robin says; `terms` is for `services.create`."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE, min_length=3)
    m = _side(_("Columns"), 3)
    n = _side(_("Rows"), 3)
    k = _side(_("Marks in a row to win"), 3)
    control = forms.ChoiceField(
        label=_("Clock (minutes + seconds per move)"),
        choices=_controls,
    )
    is_rated = forms.BooleanField(label=_("Rated"), required=False)
    admits = forms.ChoiceField(
        label=_("Open to"),
        choices=Tournament.Admits.choices,
        initial=Tournament.Admits.BOTS,
        help_text=_("Where bots play, the title says BOT, and people are asked before they join."),
    )
    levels = forms.MultipleChoiceField(
        label=_("The computer’s levels that take part"),
        choices=[(level.name, level.title) for level in LEVELS.values()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    starts_in = forms.TypedChoiceField(
        label=_("Starts in"),
        choices=STARTS,
        coerce=int,
        initial=15,
        help_text=_("You can begin before."),
    )
    is_listed = forms.BooleanField(
        label=_("Listed among the tournaments; else only whoever has the link finds it"),
        required=False,
        initial=True,
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
        values = dict(self.cleaned_data)
        minutes = values.pop("starts_in")
        control = parse_time_control(values.pop("control"))
        starts_at = timezone.now() + timedelta(minutes=minutes)
        kept = ("title", "is_rated", "admits", "levels", "is_listed")
        own = {name: values[name] for name in kept}
        return {**own, "ruleset": self.ruleset, "control": control, "starts_at": starts_at}

    def refuse(self, error: GameError) -> None:
        """Show why something was refused, at the field at fault."""
        self.add_error(MISFITS.get(error.code), forms.ValidationError(refusal(error.code)))
