"""What the administration's pages about games share: rows can only be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.finding import found_in
from games.models import Game
from tictactoe_site.common.admin_lists import LongList
from tictactoe_site.common.admin_mixins import GuardedHistory, WithoutJQuery


class ReadOnlyRows(WithoutJQuery, GuardedHistory, LongList):
    """Rows that nobody adds, changes or deletes by hand.

    The permission to change them is the permission to use the actions.
    """

    list_per_page = 25
    list_max_show_all = 100

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return super().has_view_permission(request) or super().has_change_permission(request)

    def searched(self, text: str) -> Sequence[QuerySet[Any]]:
        """Return rows that *text* may ask for, in parts that are cheap: by an index, or bounded.

        Without parts Django searches `search_fields`; otherwise these only make it show the field.
        """
        return ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        text = search_term.strip()
        if parts := text and self.searched(text):
            return found_in(queryset, parts), False
        return super().get_search_results(request, queryset, search_term)


def link(text: object, name: str, key: int) -> SafeString:
    """Return *text* as a link to the page of the administration that is called *name*."""
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{name}", args=[key]), text)


def link_to_game(game: Game | None) -> SafeString | str:
    return link(game.uid, "games_game_change", game.pk) if game else "–"


@admin.display(description=_("game"))
def game_column(row: Any) -> SafeString | str:
    """Return what a list shows of the game that a row belongs to."""
    return link_to_game(row.game)
