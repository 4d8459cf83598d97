"""Which of one's games to list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.text.wording import size_text

RESULTS = [
    ("", _("All")),
    ("won", _("Won")),
    ("lost", _("Lost")),
    ("drawn", _("Drawn")),
    ("ongoing", _("Ongoing")),
]


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
