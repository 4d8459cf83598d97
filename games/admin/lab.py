"""Runs of the lab, to be looked at and deleted."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.reading import ReadOnlyRows
from games.models import LabRun
from games.programs.lab import wording


@admin.register(LabRun)
class LabRunAdmin(ReadOnlyRows):
    list_display = ("id", "bot", "owner", "board", "version", "state", "verdict", "asked", "lost")
    list_filter = ("state", "verdict")
    list_select_related = ("bot", "bot__owner")
    search_fields = ("bot__username", "bot__owner__username")
    exclude = ("walk",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[LabRun]:
        return super().get_queryset(request).defer("walk")

    @admin.display(description=_("owner"))
    def owner(self, run: LabRun) -> str:
        return str(run.bot.owner)

    @admin.display(description=_("board"))
    def board(self, run: LabRun) -> str:
        return wording.board_text(run)
