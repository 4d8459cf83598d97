"""The queue of reports for staff: each is shown with the game and its chat, and decided once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin.actions import REFUSALS
from accounts.errors import AccountRefused
from accounts.models import User
from accounts.signin.authentication import ask_again, authenticated_recently
from games.admin.reading import LookedAt
from games.core.errors import GameError
from games.models import Report
from games.moderation.reports import close_reports, mute_reported
from games.text.refusals import refusal
from tictactoe_site.common.admin_lists import by_month

Act = Callable[[Report, dict[str, Any]], None]


class NoteForm(forms.Form):
    """The reason for a decision."""

    note = forms.CharField(
        label=_("Note"),
        max_length=200,
        help_text=_("One line, saved with each report, and for a mute in the account log."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


class MuteForm(NoteForm):
    """The reason, and for how long."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=365, initial=7)


@admin.register(Report)
class ReportAdmin(LookedAt):
    list_display = ("at", "state", "reason", "reported_link", "reporter", "game_link", "decision")
    list_display_links = ("at",)
    list_filter = (by_month("at"), "state", "reason", "decision")
    list_select_related = ("reported", "reporter", "game")
    search_fields = ("^game__uid", "reported__username", "reporter__username", "text")
    ordering = ("-state", "-pk")  # "open" before "closed"
    actions = ("close", "mute")
    change_form_template = "admin/games/report/detail.html"
    fields = (
        *("at", "state", "reason", "text", "reported_link", "reporter", "game_link"),
        *("decision", "decided_by", "decided_at", "note"),
    )
    readonly_fields = ("at", "reported_link", "game_link")

    @admin.display(description=_("reported"))
    def reported_link(self, report: Report) -> SafeString:
        """The account's page, from which the staff can ban it."""
        address = reverse("admin:accounts_user_change", args=[report.reported_id])
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, report.reported.username)

    @admin.display(description=_("game"))
    def game_link(self, report: Report) -> SafeString | str:
        if report.game is None:
            return "–"
        address = reverse("admin:games_game_change", args=[report.game_id])
        return format_html('<a href="{}">{}</a>', address, report.game.uid)

    @admin.action(description=_("Close without action…"), permissions=["change"])
    def close(self, request: HttpRequest, reports: QuerySet[Report]) -> HttpResponse | None:
        def act(report: Report, asked: dict[str, Any]) -> None:
            if not close_reports(reports=[report], staff=request.user, **asked):
                raise GameError("already_decided")

        return self._decide(request, reports, "close", NoteForm, act)

    @admin.action(description=_("Mute reported player…"), permissions=["change"])
    def mute(self, request: HttpRequest, reports: QuerySet[Report]) -> HttpResponse | None:
        def act(report: Report, asked: dict[str, Any]) -> None:
            mute_reported(report=report, staff=request.user, request=request, **asked)

        return self._decide(request, reports, "mute", MuteForm, act)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        if report is None:  # Django says so, and goes back to the index
            return super().change_view(request, object_id, form_url, extra_context)
        lines = report.game.lines.select_related("author") if report.game else ()
        more = {"lines": lines, "may_decide": self._may_decide(request, report)}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def _may_decide(self, request: HttpRequest, report: Report) -> bool:
        return report.state == Report.State.OPEN and self.has_change_permission(request)

    def _decide(
        self,
        request: HttpRequest,
        reports: QuerySet[Report],
        action: str,
        kind: type[NoteForm],
        act: Act,
    ) -> HttpResponse | None:
        """Ask for a reason, then *act* on each report and report the result.

        First ask for the password or a code, unless one was given recently.
        """
        if not authenticated_recently(request):
            return ask_again(request)
        form = kind(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, reports, action, form)
        done = sum(self._try(request, report, form.cleaned_data, act) for report in reports)
        if done:
            sentence = ngettext("Done for %(count)d report.", "Done for %(count)d reports.", done)
            self.message_user(request, sentence % {"count": done}, messages.SUCCESS)
        return None

    def _ask(
        self, request: HttpRequest, reports: QuerySet[Report], action: str, form: NoteForm
    ) -> HttpResponse:
        titles = {"close": say("Close without action?"), "mute": say("Mute from chat?")}
        context = {
            **self.admin_site.each_context(request),
            "title": titles[action],
            "opts": self.opts,
            "action": action,
            "rows": reports.select_related("reported"),
            "form": form,
            "checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/games/report/decide.html", context)

    def _try(self, request: HttpRequest, report: Report, asked: dict[str, Any], act: Act) -> bool:
        try:
            act(report, asked)
        except GameError as error:
            self._tell_refusal(request, report.reported, refusal(error.code))
            return False
        except AccountRefused as refused:
            self._tell_refusal(request, report.reported, str(REFUSALS[refused.code]))
            return False
        return True

    def _tell_refusal(self, request: HttpRequest, user: User, sentence: str) -> None:
        self.message_user(request, f"{user.username}: {sentence}", messages.ERROR)
