"""What bots play, and their runs in the lab; what is done about a bot is in the list of users."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.reading import ReadOnlyRows
from games.models import BotConditions, LabRun
from games.programs.bots.wording import boards_text, clocks_text
from games.programs.lab.wording import board_text


@admin.display(description=_("owner"))
def owner(row: BotConditions | LabRun) -> str:
    return str(row.bot.owner)


@admin.register(BotConditions)
class BotConditionsAdmin(ReadOnlyRows):
    list_display = ("bot", owner, "is_open", "opponents", "boards", "clocks", "at_once", "a_day")
    list_filter = ("is_open", "opponents")
    list_select_related = ("bot", "bot__owner")
    search_fields = ("bot__username", "bot__owner__username")

    @admin.display(description=_("boards"))
    def boards(self, conditions: BotConditions) -> str:
        return boards_text(conditions)

    @admin.display(description=_("clocks"))
    def clocks(self, conditions: BotConditions) -> str:
        return clocks_text(conditions)


@admin.register(LabRun)
class LabRunAdmin(ReadOnlyRows):
    list_display = ("id", "bot", owner, "board", "version", "state", "verdict", "asked", "lost")
    list_filter = ("state", "verdict")
    list_select_related = ("bot", "bot__owner")
    search_fields = ("bot__username", "bot__owner__username")
    exclude = ("walk",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[LabRun]:
        return super().get_queryset(request).defer("walk")

    @admin.display(description=_("board"))
    def board(self, run: LabRun) -> str:
        return board_text(run)
