"""What bots play, to be looked at; what is done about one is done in the list of users."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.reading import ReadOnlyRows
from games.models import BotConditions
from games.programs.bots import wording


@admin.register(BotConditions)
class BotConditionsAdmin(ReadOnlyRows):
    list_display = ("bot", "owner", "is_open", "opponents", "boards", "clocks", "at_once", "a_day")
    list_filter = ("is_open", "opponents")
    list_select_related = ("bot", "bot__owner")
    search_fields = ("bot__username", "bot__owner__username")

    @admin.display(description=_("owner"))
    def owner(self, conditions: BotConditions) -> str:
        return str(conditions.bot.owner)

    @admin.display(description=_("boards"))
    def boards(self, conditions: BotConditions) -> str:
        return wording.boards_text(conditions)

    @admin.display(description=_("clocks"))
    def clocks(self, conditions: BotConditions) -> str:
        return wording.clocks_text(conditions)
