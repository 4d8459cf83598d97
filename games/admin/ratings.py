"""Ratings and their changes in the administration, and the log of what staff decided."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.access import signed_in_user
from accounts.admin.decisions import Asked
from games.admin.decisions import GameAction
from games.admin.fair_play import player_page, week_page
from games.admin.finding import keys_of_users_called
from games.admin.reading import ReadOnlyRows, link
from games.compete.ratings.verification import differences, repair
from games.models import Pool, Rating, RatingChange, StaffDecision
from tictactoe_site.common.admin_lists import by_month

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MAX_SHOWN = 10  # differences on one page


def _rounded(field: str, label: StrOrPromise, digits: int = 0) -> Callable[..., str]:
    """Return a column that shows the float *field* with few digits."""

    @admin.display(description=label, ordering=field)
    def column(_admin: object, row: Any) -> str:
        value = getattr(row, field)
        return "–" if value is None else f"{value:.{digits}f}"

    return column


def _repair(rating: Rating, request: HttpRequest, asked: Asked) -> None:
    repair(pool=rating.pool, staff=signed_in_user(request), **asked)


@admin.register(Rating)
class RatingAdmin(ReadOnlyRows):
    list_display = (
        "user",
        "pool",
        "shown_rating",
        "shown_deviation",
        "rounds",
        "opponents",
        "of_bot",
        "at",
        "fair_play",
    )
    readonly_fields = ("shown_rating", "shown_deviation", "shown_volatility")
    fields = ("user", "pool", *readonly_fields, "rounds", "opponents", "at")
    list_filter = ("pool", "of_bot")
    list_select_related = ("user",)
    search_fields = ("user__username",)  # only shows the field: see `searched`
    search_help_text = _("Part of a player’s name.")
    actions = (
        "compare",
        GameAction("repair", _("Recalculate and save the whole pool…"), _repair).action(),
    )
    shown_rating = _rounded("rating", _("rating"))
    shown_deviation = _rounded("deviation", _("deviation"))
    shown_volatility = _rounded("volatility", _("volatility"), 4)

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("fair-play/", self._page(week_page), name="games_rating_fair_play_week"),
            path(
                "fair-play/<int:user_id>/", self._page(player_page), name="games_rating_fair_play"
            ),
        ]
        return [*own, *super().get_urls()]

    def _page(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        page: Callable[..., HttpResponse] = self.admin_site.admin_view(partial(view, self))
        return page

    @admin.display(description=_("fair play"))
    def fair_play(self, rating: Rating) -> SafeString:
        return link(_("Fair play"), "games_rating_fair_play", rating.user_id)

    def searched(self, text: str) -> list[QuerySet[Rating]]:
        return [Rating.objects.filter(user__in=keys_of_users_called(text))]

    @admin.action(description=_("Replay the pool from the start and compare"), permissions=["view"])
    def compare(self, request: HttpRequest, ratings: QuerySet[Rating]) -> None:
        for pool in sorted(set(ratings.order_by().values_list("pool", flat=True))):
            self._tell(request, Pool(pool))

    def _tell(self, request: HttpRequest, pool: Pool) -> None:
        found = list(differences(pool))
        for difference in found[:MAX_SHOWN]:
            self.message_user(request, f"{pool.label}: {difference}", messages.WARNING)
        if not found:
            sentence = gettext("%(pool)s: all ratings agree with their rounds.")
            self.message_user(request, sentence % {"pool": pool.label}, messages.SUCCESS)
        elif (more := len(found) - MAX_SHOWN) and more > 0:
            sentence = ngettext("%(count)d more difference.", "%(count)d more differences.", more)
            self.message_user(request, sentence % {"count": more}, messages.WARNING)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyRows):
    list_display = (
        "at",
        "user",
        "pool",
        "cause",
        "opponent",
        "shown_score",
        "shown_before",
        "shown_after",
        "round_link",
        "because_of",
        "undone_at",
    )
    list_display_links = None
    list_select_related = ("user", "opponent", "because_of", "round")
    search_fields = ("round__uid",)  # only shows the field: see `searched`
    search_help_text = _("A round’s ID, or part of a player’s name.")
    shown_score = _rounded("score", _("score"), 1)
    shown_before = _rounded("rating_before", _("before"))
    shown_after = _rounded("rating_after", _("after"))

    def searched(self, text: str) -> list[QuerySet[RatingChange]]:
        """Return all changes of a round, and those of a player that are not undone.

        For these there is an index.
        """
        users = keys_of_users_called(text)
        found = RatingChange.objects.all()
        own = found.filter(user__in=users, pool__in=Pool.values, undone_at=None)
        return [found.filter(round__uid=text), own]

    @admin.display(description=_("round"))
    def round_link(self, change: RatingChange) -> SafeString | str:
        if change.round is None:
            return "–"
        return link(change.round.uid, "games_round_change", change.round.pk)


@admin.register(StaffDecision)
class StaffDecisionAdmin(ReadOnlyRows):
    """The one log of all that staff decide."""

    list_display = ("at", "kind", "staff", "user", "uid", "pool", "reason")
    list_display_links = ("at",)
    list_filter = (by_month("at"), "kind")
    list_select_related = ("staff", "user")
    search_fields = ("uid",)  # only shows the field: see `searched`
    search_help_text = _("The ID of a game, round or tournament, or part of a name.")
    fields = ("at", "kind", "staff", "user", "uid", "pool", "reason", "was", "became", "request_id")
    readonly_fields = ("was", "became")

    def searched(self, text: str) -> list[QuerySet[StaffDecision]]:
        users = keys_of_users_called(text)
        found = StaffDecision.objects.all()
        return [
            found.filter(uid=text),
            found.filter(user__in=users),
            found.filter(staff__in=users),
        ]

    @admin.display(description=_("before"))
    def was(self, decision: StaffDecision) -> str:
        return _values_text(decision.before)

    @admin.display(description=_("after"))
    def became(self, decision: StaffDecision) -> str:
        return _values_text(decision.after)


def _values_text(values: dict[str, Any]) -> str:
    shown = (
        f"{name}: {value:.0f}" if isinstance(value, float) else f"{name}: {value}"
        for name, value in values.items()
    )
    return "; ".join(shown) or "–"
