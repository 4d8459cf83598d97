"""The log of all games, to be read."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.reading import LookedAt
from games.admin.record import details
from games.models import Event


@admin.register(Event)
class EventAdmin(LookedAt):
    list_display = ("at", "game_link", "version", "kind", "actor", "told", "request_id")
    list_display_links = None
    list_filter = ("kind", ("actor", admin.EmptyFieldListFilter))
    list_select_related = ("game", "actor")
    search_fields = ("^game__uid", "actor__username", "=request_id")
    date_hierarchy = "at"
    ordering = ("-pk",)

    @admin.display(description=_("game"), ordering="game_id")
    def game_link(self, event: Event) -> SafeString:
        address = reverse("admin:games_game_change", args=[event.game_id])
        return format_html('<a href="{}">{}</a>', address, event.game.uid)

    @admin.display(description=_("details"))
    def told(self, event: Event) -> str:
        return "; ".join(f"{key}: {value}" for key, value in details(event, event.game.ruleset))
