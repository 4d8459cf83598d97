"""What staff decide about rows of a list: most decisions ask for a reason first, and tell what was
refused.

All that changes something goes through a service, which logs it with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import model_ngettext
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefused
from accounts.signin.authentication import ask_again, authenticated_recently

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

REFUSALS = {
    "cannot_ban_self": _("You can’t ban yourself."),
    "cannot_ban_staff": _("Staff can’t be banned. Remove their staff status first."),
    "cannot_ban_engine": _("The computer’s accounts can’t be banned."),
    "cannot_delete_engine": _("The computer’s accounts can’t be deleted."),
    "cannot_delete_staff": _("Staff can’t be deleted. Remove their staff status first."),
    "cannot_mute_staff": _("Staff can’t be muted."),
    "cannot_mute_engine": _("The computer doesn’t chat."),
    "not_muted": _("This account isn’t muted."),
    "already_banned": _("This account is already banned."),
    "not_banned": _("This account isn’t banned."),
    "owner_banned": _("The owner of this bot is banned. Unban the owner first."),
    "account_deleted": _("This account is deleted."),
    "only_superusers": _("Only superusers can change the accounts of staff."),
    "no_tokens": _("This account has no tokens."),
    "no_second_factor": _("This account doesn’t use two-step sign-in."),
}
MAX_REFUSALS_SHOWN = 10  # the page has to stay readable

Asked = dict[str, Any]  # the answers to what the form asks for
Act = Callable[[Any, HttpRequest, Asked], object]  # does it to a row, for whoever sent the request
Action = Callable[["ModelAdmin[Any]", HttpRequest, QuerySet[Any]], HttpResponse | None]


@dataclass(frozen=True)
class StaffAction:
    """One thing that staff with a *permission* can do to rows.

    *act* raises AccountRefused if it may not be done. A *form* asks for the reason. Without a form
    nothing is asked, not even the password. *at_once* is the most rows of one decision, *named* how
    a refusal names a row.
    """

    name: str
    label: StrOrPromise
    act: Act
    form: type[forms.Form] | None
    title: StrOrPromise = ""  # of the page that asks; the label, if there is none
    permission: str = "change"
    template: str = "admin/decide.html"
    at_once: int = 25  # rows
    named: Callable[[Any], str] = str

    def action(self) -> Action:
        """Return the action for the list of rows."""

        @admin.action(description=self.label, permissions=[self.permission])
        def act(
            model_admin: ModelAdmin[Any], request: HttpRequest, rows: QuerySet[Any]
        ) -> HttpResponse | None:
            return self.decide(model_admin, request, rows)

        act.__name__ = self.name
        return act

    def decide(
        self, model_admin: ModelAdmin[Any], request: HttpRequest, rows: QuerySet[Any]
    ) -> HttpResponse | None:
        chosen = list(rows[: self.at_once + 1])
        if len(chosen) > self.at_once:
            sentence = gettext("Choose at most %(most)d %(items)s at once.")
            items = model_ngettext(model_admin.opts, self.at_once)
            told = sentence % {"most": self.at_once, "items": items}
            model_admin.message_user(request, told, messages.ERROR)
            return None
        form_class = self.form_for(request)
        if form_class is None:
            self._carry_out(model_admin, request, chosen, {})
            return None
        if not authenticated_recently(request):
            return ask_again(request)
        # The list posts the choice of rows; only the page with the reason posts "confirmed".
        form = form_class(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            return self._ask(model_admin, request, chosen, form)
        self._carry_out(model_admin, request, chosen, form.cleaned_data)
        return None

    def form_for(self, request: HttpRequest) -> type[forms.Form] | None:
        """Return the form for the staff of *request*; override it to ask some of them for more."""
        return self.form

    def _ask(
        self,
        model_admin: ModelAdmin[Any],
        request: HttpRequest,
        rows: list[Model],
        form: forms.Form,
    ) -> HttpResponse:
        context = {
            **model_admin.admin_site.each_context(request),
            "title": self.title or str(self.label).rstrip("…"),
            "opts": model_admin.opts,
            "decision": self,
            "rows": rows,
            "form": form,
            "checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, self.template, context)

    def _carry_out(
        self, model_admin: ModelAdmin[Any], request: HttpRequest, rows: list[Model], asked: Asked
    ) -> None:
        tried = [(row, self.refusal(row, request, asked)) for row in rows]
        refusals = [f"{self.named(row)}: {why}" for row, why in tried if why]
        for sentence in refusals[:MAX_REFUSALS_SHOWN]:
            model_admin.message_user(request, sentence, messages.ERROR)
        if (untold := len(refusals) - MAX_REFUSALS_SHOWN) > 0:
            more = ngettext("%(count)d more was refused.", "%(count)d more were refused.", untold)
            model_admin.message_user(request, more % {"count": untold}, messages.ERROR)
        if done := len(rows) - len(refusals):
            items = model_ngettext(model_admin.opts, done)
            told = gettext("Done for %(count)d %(items)s.") % {"count": done, "items": items}
            model_admin.message_user(request, told, messages.SUCCESS)

    def refusal(self, row: Any, request: HttpRequest, asked: Asked) -> StrOrPromise:
        """Act on *row*; return why that was refused, as a sentence, or "" if it was not."""
        try:
            self.act(row, request, asked)
        except AccountRefused as refused:
            return REFUSALS[refused.code]
        return ""
