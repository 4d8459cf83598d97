"""The chat of all games, to read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _

from games.admin.finding import keys_of_games_called, keys_of_users_called
from games.admin.reading import ReadOnlyRows, game_column
from games.models import ChatLine
from tictactoe_site.common.admin_lists import by_month

LINES_SEARCHED = 20_000  # for words: the latest only, because no index finds them


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyRows):
    list_display = ("at", game_column, "room", "author", "text")
    list_display_links = None
    list_filter = (by_month("at"), "room")
    list_select_related = ("game", "author")
    search_fields = ("text",)  # only shows the field: see `searched`
    search_help_text = _(
        "The start of a game’s ID, part of a name, or a piece of a recent message."
    )

    def searched(self, text: str) -> list[QuerySet[ChatLine]]:
        newest = ChatLine.objects.aggregate(newest=Max("pk"))["newest"] or 0
        return [
            ChatLine.objects.filter(game__in=keys_of_games_called(text)),
            ChatLine.objects.filter(author__in=keys_of_users_called(text)),
            ChatLine.objects.filter(pk__gt=newest - LINES_SEARCHED, text__icontains=text),
        ]
