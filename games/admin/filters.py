"""Filters for the list of games."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin.finding import found_in, games_of
from games.core.errors import GameError
from games.core.notation import parse_ruleset, ruleset_text
from games.core.rules import Ruleset
from games.models import Game
from games.text.wording import board_text

MAX_RULESETS = 12  # offered by the filter, the most played first
GAMES_LOOKED_AT = 2_000  # the latest, among which these are counted


class RulesetFilter(admin.SimpleListFilter):
    """By size and goal, as `?ruleset=15,15,5`; offers the most played."""

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
    """By the name of a player, as `?player=alice`; a user's page links to it."""

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
        user = User.objects.named(name).first()
        return found_in(queryset, games_of([user.pk])) if user else queryset.none()
