"""Rounds, searches for opponents, and tournaments in the administration."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.access import signed_in_user
from accounts.admin.decisions import Asked
from games.admin.decisions import GameAction, by_uid
from games.admin.finding import keys_of_users_called
from games.admin.reading import ReadOnlyRows, link_to_game
from games.compete.rounds import staff as rounds
from games.compete.tournaments import staff as tournaments
from games.models import Round, Seek, Tournament, TournamentEntry
from games.text.refusals import unrated_text
from games.text.wording import board_text
from tictactoe_site.common.admin_lists import by_month


class GoingFilter(admin.SimpleListFilter):
    """Only rounds that are played now, which an index finds: nearly all rounds are over."""

    title = _("state")
    parameter_name = "going"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", _("ongoing"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Round]) -> QuerySet[Round]:
        return queryset.filter(state=Round.State.GOING) if self.value() == "1" else queryset


class RowsOnABoard(ReadOnlyRows):
    """Rows that each have a board, which one column shows."""

    @admin.display(description=_("board"))
    def board(self, row: Round | Seek | Tournament) -> str:
        return board_text(row.ruleset)


@admin.register(Round)
class RoundAdmin(RowsOnABoard):
    list_display = (
        "uid",
        "first",
        "second",
        "board",
        "pool",
        "state",
        "halves",
        "left_by",
        "begun_at",
        "counts",
    )
    list_filter = (GoingFilter, by_month("begun_at"))
    list_select_related = ("first", "second", "left_by")
    search_fields = ("uid",)  # only shows the field: see `searched`
    search_help_text = _("A round’s ID, a tournament’s ID, or part of a player’s name.")
    actions = (
        GameAction(
            "annul", _("Annul…"), by_uid(rounds.annul), template="admin/games/round/annul.html"
        ).action(),
        GameAction("restore", _("Restore…"), by_uid(rounds.restore)).action(),
    )
    fields = (
        "uid",
        "state",
        "pool",
        "board",
        "control",
        "first",
        "second",
        "tournament",
        "game_1",
        "game_2",
        "halves",
        "left_by",
        "begun_at",
        "over_at",
        "first_network",
        "second_network",
        "counts",
        "rated_at",
        "annulled_at",
        "annulled_by",
    )
    readonly_fields = ("board", "counts", "game_1", "game_2", "first_network", "second_network")

    def searched(self, text: str) -> list[QuerySet[Round]]:
        users = keys_of_users_called(text)
        found = Round.objects.all()
        return [
            found.filter(uid=text),
            found.filter(tournament__uid=text),
            found.filter(first__in=users),
            found.filter(second__in=users),
        ]

    @admin.display(description=_("counts"))
    def counts(self, round: Round) -> Any:
        if round.annulled_at:
            return _("annulled")
        if round.unrated_because:
            return unrated_text(round.unrated_because)
        return _("rated") if round.rated_at else "–"

    @admin.display(description=_("first game"))
    def game_1(self, round: Round) -> SafeString | str:
        return link_to_game(round.first_game)

    @admin.display(description=_("second game"))
    def game_2(self, round: Round) -> SafeString | str:
        return link_to_game(round.second_game)


@admin.register(Seek)
class SeekAdmin(RowsOnABoard):
    list_display = ("user", "pool", "board", "control", "invited", "created_at", "seen_at")
    list_display_links = None
    list_select_related = ("user", "invited")


@admin.register(Tournament)
class TournamentAdmin(RowsOnABoard):
    list_display = ("title", "kind", "creator", "board", "state", "starts_at", "minutes", "more")
    list_filter = (by_month("created_at"), "state")
    list_select_related = ("creator",)
    search_fields = ("uid",)  # only shows the field: see `searched`
    search_help_text = _("A tournament’s ID, or part of its creator’s name.")
    actions = (
        GameAction("call_off", _("Cancel…"), by_uid(tournaments.call_off)).action(),
        GameAction("end", _("End now…"), by_uid(tournaments.end_now)).action(),
        GameAction("resume", _("End the pause…"), by_uid(tournaments.resume)).action(),
    )
    fields = (
        "uid",
        "title",
        "kind",
        "creator",
        "pool",
        "board",
        "control",
        "admits",
        "state",
        "starts_at",
        "minutes",
        "begun_at",
        "paused_at",
        "over_at",
        "created_at",
        "more",
    )
    readonly_fields = ("uid", "board", "more")

    def searched(self, text: str) -> list[QuerySet[Tournament]]:
        users = keys_of_users_called(text)
        found = Tournament.objects.all()
        return [found.filter(uid=text), found.filter(creator__in=users)]

    @admin.display(description=_("more"))
    def more(self, tournament: Tournament) -> SafeString:
        return format_html(
            '<a href="{0}?q={2}">{3}</a> · <a href="{1}?q={2}">{4}</a>',
            reverse("admin:games_tournamententry_changelist"),
            reverse("admin:games_round_changelist"),
            tournament.uid,
            _("Entries"),
            _("Rounds"),
        )


def _remove(entry: TournamentEntry, request: HttpRequest, asked: Asked) -> None:
    tournaments.remove(entry=entry, staff=signed_in_user(request), **asked)


@admin.register(TournamentEntry)
class TournamentEntryAdmin(ReadOnlyRows):
    list_display = (
        "tournament",
        "user",
        "halves",
        "rounds",
        "absences",
        "joined_at",
        "paused_at",
        "withdrawn_at",
    )
    list_display_links = None
    list_filter = (by_month("joined_at"),)
    list_select_related = ("tournament", "user")
    search_fields = ("tournament__uid",)  # only shows the field: see `searched`
    search_help_text = _("A tournament’s ID, or part of a player’s name.")
    actions = (
        GameAction(
            "remove",
            _("Remove from the tournament…"),
            _remove,
            template="admin/games/tournamententry/remove.html",
        ).action(),
    )

    def searched(self, text: str) -> list[QuerySet[TournamentEntry]]:
        users = keys_of_users_called(text)
        found = TournamentEntry.objects.all()
        return [found.filter(tournament__uid=text), found.filter(user__in=users)]
