"""What staff decide about games and what belongs to them; see `accounts.admin.decisions`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.access import signed_in_user
from accounts.admin.decisions import Act, Asked, StaffAction
from games.core.errors import GameError
from games.text.refusals import refusal

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class DecisionForm(forms.Form):
    """The reason for a decision."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("One line, saved in the log."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


@dataclass(frozen=True)
class GameAction(StaffAction):
    """A StaffAction whose *act* may also raise GameError."""

    form: type[forms.Form] | None = DecisionForm

    def refusal(self, row: Any, request: HttpRequest, asked: Asked) -> StrOrPromise:
        try:
            return super().refusal(row, request, asked)
        except GameError as error:
            return refusal(error.code)


def by_uid(verb: Callable[..., object]) -> Act:
    """Return the service *verb*, which takes a uid, as an act on a row."""

    def act(row: Any, request: HttpRequest, asked: Asked) -> None:
        verb(uid=row.uid, staff=signed_in_user(request), **asked)

    return act
