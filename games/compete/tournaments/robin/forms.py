"""The form for a new round robin."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.compete.tournaments.forms import TournamentForm, side
from games.models import Tournament
from games.text.seat_names import level_choices


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
