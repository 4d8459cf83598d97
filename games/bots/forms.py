"""What owners fill in: a bot's name, its conditions, a token, and that it is to go."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Scope
from accounts.programs.token_model import LONGEST_NAME
from games.models import BotConditions

_NO_HELP_TYPING = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
SPANS = (
    ("smallest", "largest", _("The largest side is smaller than the smallest.")),
    ("shortest", "longest", _("The longest line is shorter than the shortest.")),
    ("least_seconds", "most_seconds", _("The most time is less than the least.")),
)


class NewBotForm(forms.Form):
    """The name of a bot; accounts.programs.bots checks it."""

    name = forms.CharField(
        label=_("Name of the bot"),
        max_length=names.MAX_LENGTH,
        strip=True,
        help_text=_("2 to 20 letters, digits, “_” or “-”. Everyone can see it."),
        widget=forms.TextInput(attrs=_NO_HELP_TYPING),
    )


class ConditionsForm(forms.ModelForm):
    """Whom a bot plays, on which boards, with which clocks, and how many games."""

    class Meta:
        model = BotConditions
        fields = (
            *("is_open", "opponents", "at_once", "a_day"),
            *("smallest", "largest", "shortest", "longest"),
            *("untimed", "timed", "least_seconds", "most_seconds", "days"),
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for least, most, message in SPANS:
            if least in cleaned and most in cleaned and cleaned[least] > cleaned[most]:
                self.add_error(most, message)
        if not any(cleaned.get(name) for name in ("untimed", "timed", "days")):
            self.add_error("untimed", _("Choose at least one kind of clock."))
        if "shortest" in cleaned and cleaned["shortest"] > cleaned.get("largest", 0):
            self.add_error("shortest", _("Such a line fits on none of these boards."))
        return cleaned


class NewTokenForm(forms.Form):
    """What to call a token, and what it allows."""

    name = forms.CharField(
        label=_("Name of the token"),
        max_length=LONGEST_NAME,
        help_text=_("Where you use it, such as “laptop”."),
        widget=forms.TextInput(attrs=_NO_HELP_TYPING),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It allows to"),
        choices=Scope.choices,
        initial=Scope.values,
        widget=forms.CheckboxSelectMultiple,
    )


class DeleteBotForm(forms.Form):
    """That a bot is to go, for good."""

    sure = forms.BooleanField(label=_("Delete this bot for good"))
