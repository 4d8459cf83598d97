"""The list of all reports, also of those that are decided; each is shown at the desk."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.access import signed_in_user
from accounts.admin.decisions import Asked
from games.admin.decisions import GameAction
from games.admin.desk import desk_page
from games.admin.reading import ReadOnlyRows, game_column
from games.core.errors import GameError
from games.models import Report
from games.people.moderation.reports import close_reports
from tictactoe_site.common.admin_lists import by_month


class NoteForm(forms.Form):
    """The reason for a decision."""

    note = forms.CharField(
        label=_("Note"),
        max_length=200,
        help_text=_("One line, saved with each report and in the log."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


def _close(report: Report, request: HttpRequest, asked: Asked) -> None:
    if not close_reports(reports=[report], staff=signed_in_user(request), **asked):
        raise GameError("already_decided")


CLOSE = GameAction(
    "close",
    _("Close without action…"),
    _close,
    form=NoteForm,
    template="admin/games/report/decide.html",
    named=attrgetter("reported.username"),
)


@admin.register(Report)
class ReportAdmin(ReadOnlyRows):
    list_display = ("at", "state", "reason", "reported_link", "reporter", game_column, "decision")
    list_display_links = ("at",)
    list_filter = (by_month("at"), "state", "reason", "decision")
    list_select_related = ("reported", "reporter", "game")
    search_fields = ("^game__uid", "reported__username", "reporter__username", "text")
    ordering = ("-state", "-pk")  # "open" before "closed"
    actions = (CLOSE.action(),)

    @admin.display(description=_("reported"))
    def reported_link(self, report: Report) -> SafeString:
        """Return a link to the account's page, from which the staff can ban it."""
        address = reverse("admin:accounts_user_change", args=[report.reported_id])
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, report.reported.username)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(partial(desk_page, self, report=None))
        return [path("desk/", page, name="games_report_desk"), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the report at the desk."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        report = self.get_object(request, object_id)
        if report is None:  # Django says so, and goes back to the index
            return super().change_view(request, object_id, form_url, extra_context)
        return desk_page(self, request, report)
