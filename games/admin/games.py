"""The list of games with its filters, one game, and what staff decide about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from operator import attrgetter
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin.decisions import Act, Asked
from accounts.models import User
from games.admin.decisions import GameAction
from games.admin.finding import found_in, games_called, games_of, keys_of_users_called
from games.admin.reading import ReadOnlyRows
from games.admin.record import events_with_details, move_lines
from games.admin.table import export_csv
from games.board.tags import thumbnail
from games.core.errors import GameError
from games.core.notation import parse_ruleset, ruleset_text
from games.core.rules import Mark, Ruleset
from games.models import Game
from games.people.moderation.staff import adjudicate, flag_for_review, staff_abort
from games.text.wording import board_text, control_text, seconds_text
from tictactoe_site.common.addresses import client_address, request_id
from tictactoe_site.common.admin_lists import by_month

MAX_RULESETS = 12  # offered by the filter, the most played first
GAMES_LOOKED_AT = 2_000  # the latest, among which these are counted


class RulesetFilter(admin.SimpleListFilter):
    """A filter by board, as `?ruleset=15,15,5`; it offers those most played of late."""

    title = _("board")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        latest = Game.objects.order_by("-pk").values_list("m", "n", "k")[:GAMES_LOOKED_AT]
        most_played = Counter(sorted(latest)).most_common(MAX_RULESETS)
        return [_choice(Ruleset(*ruleset)) for ruleset, _games in most_played]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        value = self.value()
        if not value:
            return queryset
        try:
            ruleset = parse_ruleset(value)
        except GameError as error:
            raise IncorrectLookupParameters from error
        return queryset.filter(m=ruleset.m, n=ruleset.n, k=ruleset.k)


def _choice(ruleset: Ruleset) -> tuple[str, str]:
    return ruleset_text(ruleset), board_text(ruleset)


class PlayerFilter(admin.SimpleListFilter):
    """A filter by the name of a player, as `?player=alice`; a user's page links to it."""

    title = _("player")
    parameter_name = "player"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer nothing to choose from, but show a chosen player, who can be removed."""
        name = request.GET.get(self.parameter_name)
        return [(name, name)] if name else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        name = self.value()
        if not name:
            return queryset
        user = User.objects.with_name(name).first()
        return found_in(queryset, games_of([user.pk])) if user else queryset.none()


def _by(verb: Callable[..., Awaitable[None]], **what: object) -> Act:
    def act(game: Game, request: HttpRequest, asked: Asked) -> None:
        async_to_sync(verb)(
            uid=game.uid,
            staff=request.user,
            address=client_address(request),
            request_id=request_id(request),
            **what,
            **asked,
        )

    return act


_decision = partial(
    GameAction,
    template="admin/games/game/decide.html",
    at_once=100,
    named=attrgetter("uid"),
)

# The game's log keeps who decided, from where, and why.
DECISIONS = (
    _decision("adjudicate_x", _("Decide: X won…"), _by(adjudicate, outcome="x")),
    _decision("adjudicate_o", _("Decide: O won…"), _by(adjudicate, outcome="o")),
    _decision("adjudicate_draw", _("Decide: draw…"), _by(adjudicate, outcome="draw")),
    _decision("annul", _("Annul the result…"), _by(adjudicate, outcome="")),
    _decision("abort", _("Abort…"), _by(staff_abort)),
    _decision("flag", _("Flag for review"), _by(flag_for_review, on=True), form=None),
    _decision("unflag", _("Remove flag"), _by(flag_for_review, on=False), form=None),
)


@admin.register(Game)
class GameAdmin(ReadOnlyRows):
    list_display = (
        "board",
        "uid",
        "size",
        "x",
        "o",
        "status",
        "result",
        "ply",
        "opponent",
        "created_at",
        "flagged",
    )
    list_display_links = ("uid",)
    list_filter = (
        "status",
        "flagged",
        "opponent",
        "outcome",
        "termination",
        by_month("created_at"),
        RulesetFilter,
        PlayerFilter,
    )
    list_select_related = ("x_player", "o_player")
    search_fields = ("uid",)  # only shows the field: see `searched`
    search_help_text = _("The start of a game’s ID, or part of a player’s name.")
    actions = (*(decision.action() for decision in DECISIONS), export_csv)
    change_form_template = "admin/games/game/detail.html"
    fieldsets = (
        (None, {"fields": ("uid", "status", "result", "flagged", "x", "o")}),
        (
            _("Terms"),
            {
                "fields": (
                    "size",
                    "opponent",
                    "level",
                    "first",
                    "clock",
                    "creator",
                    "setup",
                    "origin",
                )
            },
        ),
        (
            _("Times"),
            {"fields": ("created_at", "started_at", "ended_at", "turn_at", "deadline")},
        ),
        (
            _("State"),
            {"fields": ("ply", "version", "offer_what", "offer_by", "x_left", "o_left", "series")},
        ),
    )
    readonly_fields = (
        "result",
        "size",
        "x",
        "o",
        "clock",
        "x_left",
        "o_left",
        "created_at",
        "uid",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("moves")

    def searched(self, text: str) -> list[QuerySet[Game]]:
        return [games_called(text), *games_of(keys_of_users_called(text))]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        game = self.get_object(request, object_id)
        if game is None:  # Django says so, and goes back to the index
            return super().change_view(request, object_id, form_url, extra_context)
        record = {
            "moves": list(move_lines(game)),
            "events": events_with_details(game),
            "lines": game.lines.select_related("author"),
            "decisions": DECISIONS if self.has_change_permission(request) else (),
        }
        return super().change_view(
            request, object_id, form_url, {**record, **(extra_context or {})}
        )

    @admin.display(description=_("board"))
    def board(self, game: Game) -> SafeString:
        return thumbnail(game)

    @admin.display(description=_("size"))
    def size(self, game: Game) -> str:
        return board_text(game.ruleset)

    @admin.display(description=_("X"))
    def x(self, game: Game) -> str:
        return _seat(game, Mark.X)

    @admin.display(description=_("O"))
    def o(self, game: Game) -> str:
        return _seat(game, Mark.O)

    @admin.display(description=_("result"))
    def result(self, game: Game) -> str:
        if not game.termination:
            return ""
        return f"{game.get_outcome_display()} ({game.get_termination_display()})"

    @admin.display(description=_("clock"))
    def clock(self, game: Game) -> str:
        return control_text(game.control)

    @admin.display(description=_("time left for X"))
    def x_left(self, game: Game) -> str:
        return "" if game.x_ms is None else seconds_text(game.x_ms)

    @admin.display(description=_("time left for O"))
    def o_left(self, game: Game) -> str:
        return "" if game.o_ms is None else seconds_text(game.o_ms)


def _seat(game: Game, mark: Mark) -> str:
    """Return the account's name, and in brackets the name given to the seat, if it differs."""
    player: User | None = game.player(mark)
    if player is None:
        return ""
    label = game.seat_label(mark)
    return player.username if label == player.username else f"{player.username} ({label})"
