"""What a teacher fills in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.workshop import LONGEST_TIME, USUAL_TIME

HOUR = 3600


class WorkshopForm(forms.Form):
    """A new workshop's title and how long it is open."""

    title = forms.CharField(
        label=_("Title"), max_length=40, help_text=_("Stands on the wall, above the boards.")
    )
    hours = forms.IntegerField(
        label=_("Hours until it ends"),
        initial=int(USUAL_TIME.total_seconds() // HOUR),
        min_value=1,
        max_value=int(LONGEST_TIME.total_seconds() // HOUR),
        help_text=_("From 1 to 168, which are 7 days. You can close it before."),
    )
