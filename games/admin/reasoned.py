"""Actions on rows of a list that ask for a reason, and for the password if that was long ago."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.signin.authentication import ask_again, authenticated_recently
from games.core.errors import GameError
from games.text.refusals import refusal

MOST_AT_ONCE = 25

Act = Callable[[Any, User, str], None]  # a row, who decides, and why


class DecisionForm(forms.Form):
    """The reason for a decision, which the log of staff decisions keeps."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("One line, saved in the log of staff decisions."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


@dataclass(frozen=True)
class Reasoned:
    """One thing that staff can do to rows. *act* raises GameError where the rules refuse."""

    name: str
    label: str | Promise
    act: Act

    def action(self) -> Callable[..., HttpResponse | None]:
        @admin.action(description=self.label, permissions=["change"])
        def act(
            model_admin: ModelAdmin, request: HttpRequest, rows: QuerySet[Model]
        ) -> HttpResponse | None:
            return self._decide(model_admin, request, rows)

        act.__name__ = self.name
        return act

    def _decide(
        self, model_admin: ModelAdmin, request: HttpRequest, rows: QuerySet[Model]
    ) -> HttpResponse | None:
        if not authenticated_recently(request):
            return ask_again(request)
        chosen = list(rows[: MOST_AT_ONCE + 1])
        if len(chosen) > MOST_AT_ONCE:
            sentence = say("Choose at most %(most)d rows at once.") % {"most": MOST_AT_ONCE}
            model_admin.message_user(request, sentence, messages.ERROR)
            return None
        form = DecisionForm(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            return self._ask(model_admin, request, chosen, form)
        reason = form.cleaned_data["reason"]
        done = sum(self._try(model_admin, request, row, reason) for row in chosen)
        if done:
            sentence = ngettext("Done for %(count)d row.", "Done for %(count)d rows.", done)
            model_admin.message_user(request, sentence % {"count": done}, messages.SUCCESS)
        return None

    def _try(self, model_admin: ModelAdmin, request: HttpRequest, row: Model, reason: str) -> bool:
        try:
            self.act(row, request.user, reason)
        except GameError as error:
            model_admin.message_user(request, f"{row}: {refusal(error.code)}", messages.ERROR)
            return False
        return True

    def _ask(
        self, model_admin: ModelAdmin, request: HttpRequest, rows: list[Model], form: DecisionForm
    ) -> HttpResponse:
        context = {
            **model_admin.admin_site.each_context(request),
            "title": str(self.label).rstrip("…"),
            "opts": model_admin.opts,
            "action": self.name,
            "rows": rows,
            "form": form,
            "checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/games/decide_rows.html", context)
