"""What was said beside games, to be read."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.reading import LookedAt
from games.models import ChatLine


@admin.register(ChatLine)
class ChatLineAdmin(LookedAt):
    list_display = ("at", "game_link", "room", "author", "text")
    list_display_links = None
    list_filter = ("room",)
    list_select_related = ("game", "author")
    search_fields = ("^game__uid", "author__username", "text")
    date_hierarchy = "at"
    ordering = ("-pk",)

    @admin.display(description=_("game"), ordering="game_id")
    def game_link(self, line: ChatLine) -> SafeString:
        address = reverse("admin:games_game_change", args=[line.game_id])
        return format_html('<a href="{}">{}</a>', address, line.game.uid)
