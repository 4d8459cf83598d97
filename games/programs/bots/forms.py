"""What owners fill in: a bot's name, its conditions, a token, and its deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Scope
from accounts.programs.token_model import MAX_NAME_LENGTH
from games.models import BotConditions

# Names are no words: browsers should neither complete nor correct them.
_NO_TYPING_AIDS = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class NewBotForm(forms.Form):
    """The name of a bot; accounts.programs.bots checks it."""

    name = forms.CharField(
        label=_("Name of the bot"),
        max_length=names.MAX_LENGTH,
        strip=True,
        help_text=_("2 to 20 letters, digits, “_” or “-”. Everyone can see it."),
        widget=forms.TextInput(attrs=_NO_TYPING_AIDS),
    )


if TYPE_CHECKING:
    ConditionsModelForm = forms.ModelForm[BotConditions]
else:
    ConditionsModelForm = forms.ModelForm


class ConditionsForm(ConditionsModelForm):
    """Whom a bot plays, on which boards, with which clocks, and how many games."""

    class Meta:
        model = BotConditions
        fields = (
            "is_open",
            "opponents",
            "at_once",
            "a_day",
            "smallest",
            "largest",
            "shortest",
            "longest",
            "untimed",
            "timed",
            "least_seconds",
            "most_seconds",
            "days",
        )


class NewTokenForm(forms.Form):
    """What to call a token, and what it allows."""

    name = forms.CharField(
        label=_("Name of the token"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("Where you use it, such as “laptop”."),
        widget=forms.TextInput(attrs=_NO_TYPING_AIDS),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=Scope.choices,
        initial=Scope.values,
        widget=forms.CheckboxSelectMultiple,
    )


class DeleteBotForm(forms.Form):
    """A form that confirms that a bot is deleted for good."""

    sure = forms.BooleanField(label=_("Delete this bot for good"))
