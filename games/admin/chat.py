"""The chat of all games, to read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Max, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.finding import found_in, keys_of_games_called, keys_of_users_called
from games.admin.reading import ReadOnlyRows
from games.models import ChatLine
from tictactoe_site.common.admin_lists import by_month

LINES_SEARCHED = 20_000  # the latest, for words, which no index finds


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyRows):
    list_display = ("at", "game_link", "room", "author", "text")
    list_display_links = None
    list_filter = (by_month("at"), "room")
    list_select_related = ("game", "author")
    search_fields = ("text",)  # see get_search_results
    search_help_text = _("The start of a game’s ID, part of a name, or words from recent messages.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ChatLine], search_term: str
    ) -> tuple[QuerySet[ChatLine], bool]:
        text = search_term.strip()
        if text:
            newest = ChatLine.objects.aggregate(newest=Max("pk"))["newest"] or 0
            latest = ChatLine.objects.filter(pk__gt=newest - LINES_SEARCHED)
            parts = (
                ChatLine.objects.filter(game__in=keys_of_games_called(text)),
                ChatLine.objects.filter(author__in=keys_of_users_called(text)),
                latest.filter(text__icontains=text),
            )
            queryset = found_in(queryset, parts)
        return queryset, False

    @admin.display(description=_("game"))
    def game_link(self, line: ChatLine) -> SafeString:
        address = reverse("admin:games_game_change", args=[line.game_id])
        return format_html('<a href="{}">{}</a>', address, line.game.uid)
