"""The queue of reports for staff: each is shown with the game and its chat, and decided once."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.decisions import Asked, Decision
from games.admin.reading import LookedAt
from games.core.errors import GameError
from games.models import Report
from games.moderation.reports import close_reports, mute_reported
from tictactoe_site.common.admin_lists import by_month


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


def _close(report: Report, request: HttpRequest, asked: Asked) -> None:
    if not close_reports(reports=[report], staff=request.user, **asked):
        raise GameError("already_decided")


def _mute(report: Report, request: HttpRequest, asked: Asked) -> None:
    mute_reported(report=report, staff=request.user, request=request, **asked)


def _reported(report: Report) -> str:
    return report.reported.username


_decision = partial(Decision, template="admin/games/report/decide.html", named=_reported)

DECISIONS = (
    _decision("close", _("Close without action…"), _close, form=NoteForm),
    _decision("mute", _("Mute reported player…"), _mute, form=MuteForm),
)


@admin.register(Report)
class ReportAdmin(LookedAt):
    list_display = ("at", "state", "reason", "reported_link", "reporter", "game_link", "decision")
    list_display_links = ("at",)
    list_filter = (by_month("at"), "state", "reason", "decision")
    list_select_related = ("reported", "reporter", "game")
    search_fields = ("^game__uid", "reported__username", "reporter__username", "text")
    ordering = ("-state", "-pk")  # "open" before "closed"
    actions = tuple(decision.action() for decision in DECISIONS)
    change_form_template = "admin/games/report/detail.html"
    fields = (
        "at",
        "state",
        "reason",
        "text",
        "reported_link",
        "reporter",
        "game_link",
        "decision",
        "decided_by",
        "decided_at",
        "note",
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
        decisions = DECISIONS if self._may_decide(request, report) else ()
        more = {"lines": lines, "decisions": decisions}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def _may_decide(self, request: HttpRequest, report: Report) -> bool:
        return report.state == Report.State.OPEN and self.has_change_permission(request)
