"""The log of all games, to read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.finding import found_in, keys_of_games_called, keys_of_users_called
from games.admin.reading import ReadOnlyRows
from games.admin.record import details
from games.models import Event
from tictactoe_site.common.admin_lists import by_month


@admin.register(Event)
class EventAdmin(ReadOnlyRows):
    list_display = ("at", "game_link", "version", "kind", "actor", "told", "request_id")
    list_display_links = None
    list_filter = (by_month("at"), "kind", ("actor", admin.EmptyFieldListFilter))
    list_select_related = ("game", "actor")
    search_fields = ("request_id",)  # see get_search_results
    search_help_text = _("The start of a game’s ID, part of a player’s name, or a request ID.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Event], search_term: str
    ) -> tuple[QuerySet[Event], bool]:
        text = search_term.strip()
        if text:
            events = Event.objects.all()
            parts = (
                events.filter(game__in=keys_of_games_called(text)),
                events.filter(actor__in=keys_of_users_called(text)),
                events.exclude(request_id="").filter(request_id=text),
            )
            queryset = found_in(queryset, parts)
        return queryset, False

    @admin.display(description=_("game"))
    def game_link(self, event: Event) -> SafeString:
        address = reverse("admin:games_game_change", args=[event.game_id])
        return format_html('<a href="{}">{}</a>', address, event.game.uid)

    @admin.display(description=_("details"))
    def told(self, event: Event) -> str:
        return "; ".join(f"{key}: {value}" for key, value in details(event, event.game.ruleset))
