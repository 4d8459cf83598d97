"""The log of all games, to read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.admin.finding import keys_of_games_called, keys_of_users_called
from games.admin.reading import ReadOnlyRows, game_column
from games.admin.record import details
from games.models import Event
from tictactoe_site.common.admin_lists import by_month


@admin.register(Event)
class EventAdmin(ReadOnlyRows):
    list_display = ("at", game_column, "version", "kind", "actor", "details_text", "request_id")
    list_display_links = None
    list_filter = (by_month("at"), "kind", ("actor", admin.EmptyFieldListFilter))
    list_select_related = ("game", "actor")
    search_fields = ("request_id",)  # only shows the field: see `searched`
    search_help_text = _("The start of a game’s ID, part of a player’s name, or a request ID.")

    def searched(self, text: str) -> list[QuerySet[Event]]:
        events = Event.objects.all()
        return [
            events.filter(game__in=keys_of_games_called(text)),
            events.filter(actor__in=keys_of_users_called(text)),
            events.exclude(request_id="").filter(request_id=text),
        ]

    @admin.display(description=_("details"))
    def details_text(self, event: Event) -> str:
        return "; ".join(f"{key}: {value}" for key, value in details(event, event.game.ruleset))
