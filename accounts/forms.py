"""The forms of the account pages and of the administration of users."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import marks
from accounts.errors import HandwritingRefused, MarkRefused
from accounts.handwriting import parse_strokes
from accounts.models import Preferences, User
from accounts.preferences import FIELDS, MARK_FIELDS
from accounts.signin.forms import PlainForm
from accounts.validators import handwriting_error, mark_error

_NO_TYPING_AIDS = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # Django takes none
    """All preferences but the handwriting; the quick ones of the header are among them."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=[("", _("As the browser asks for")), *settings.LANGUAGES],
        required=False,
    )

    class Meta:
        model = Preferences
        fields = FIELDS
        widgets = {
            "theme": forms.RadioSelect,
            "confirm": forms.RadioSelect,
            "board": forms.RadioSelect,
            "volume": forms.NumberInput(
                attrs={"type": "range", "min": "0", "max": "100", "step": "5"}
            ),
            **dict.fromkeys(MARK_FIELDS, forms.TextInput(attrs=_NO_TYPING_AIDS)),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in MARK_FIELDS:  # the cleaning below says better what is wrong with a long one
            self.fields[name].validators.clear()

    def clean_x_symbol(self) -> str:
        return _cleaned(marks.clean_symbol, self.cleaned_data["x_symbol"])

    def clean_o_symbol(self) -> str:
        return _cleaned(marks.clean_symbol, self.cleaned_data["o_symbol"])

    def clean_x_colour(self) -> str:
        return _cleaned(marks.clean_colour, self.cleaned_data["x_colour"])

    def clean_o_colour(self) -> str:
        return _cleaned(marks.clean_colour, self.cleaned_data["o_colour"])

    def clean(self) -> dict[str, Any]:
        """Refuse marks that cannot be told apart."""
        cleaned = super().clean() or self.cleaned_data
        if all(name in cleaned for name in MARK_FIELDS):
            try:
                marks.check_pair(*(cleaned[name] for name in MARK_FIELDS))
            except MarkRefused as refused:
                place = "o_symbol" if refused.code == "symbols_alike" else "o_colour"
                self.add_error(place, mark_error(refused.code))
        return cleaned


class HandwritingForm(forms.Form):
    """X and O as strokes, which the page's script writes into hidden fields."""

    x = forms.CharField(required=False, widget=forms.HiddenInput)
    o = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_x(self) -> list[list[list[int]]]:
        return _strokes(self.cleaned_data["x"])

    def clean_o(self) -> list[list[list[int]]]:
        return _strokes(self.cleaned_data["o"])

    def clean(self) -> dict[str, Any]:
        """Refuse a page on which nothing has been drawn."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not any(cleaned.values()):
            raise handwriting_error("nothing_drawn")
        return cleaned

    @property
    def handwriting(self) -> dict[str, list[list[list[int]]]]:
        """The marks that have been drawn."""
        return {mark: strokes for mark, strokes in self.cleaned_data.items() if strokes}


def _strokes(text: str) -> list[list[list[int]]]:
    try:
        return parse_strokes(text)
    except HandwritingRefused as refused:
        raise handwriting_error(refused.code) from refused


def _cleaned(clean: Callable[[str], str], value: str) -> str:
    try:
        return clean(value)
    except MarkRefused as refused:
        raise mark_error(refused.code, value) from refused


class DeleteByPasswordForm(PlainForm, forms.Form):
    """The password, before an account is deleted."""

    password = forms.CharField(
        label=_("Password"),
        # Spaces can be part of a password.
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("incorrect_password")
        return password


class DeleteByTickForm(forms.Form):
    """A tick, before the account of somebody without a password is deleted."""

    sure = forms.BooleanField(
        label=_("Yes, delete this account"),
        error_messages={"required": _("Please tick the box to delete the account.")},
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


class ReasonForm(forms.Form):
    """The reason why staff do something to an account."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        strip=True,
        help_text=_("Saved in the account log. The banned user sees it when signing in."),
    )

    def clean_reason(self) -> str:
        reason: str = self.cleaned_data["reason"]
        if not reason.isprintable():
            raise ValidationError(_("Please write the reason in one line."), code="unprintable")
        return reason
