"""The account log: a page of its own, and a part of each user's."""

from __future__ import annotations

from django.contrib import admin

from accounts.models import AccountEvent
from tictactoe_site.common.admin_lists import LongList, by_month
from tictactoe_site.common.admin_mixins import GuardedHistory, ReadOnly


class AccountEventInline(ReadOnly, admin.TabularInline):
    model = AccountEvent
    fk_name = "user"
    fields = ("at", "kind", "actor", "before", "after", "reason", "address")


@admin.register(AccountEvent)
class AccountEventAdmin(GuardedHistory, LongList, ReadOnly, admin.ModelAdmin):
    """The log, to be read."""

    list_display = ("at", "kind", "user", "actor", "reason", "address")
    list_filter = (by_month("at"), "kind")
    list_select_related = ("user", "actor")
    search_fields = ("user__username", "actor__username", "reason")
