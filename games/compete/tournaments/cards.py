"""The picture of a tournament, which other sites show beside a link."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.compete.tournaments.queries import find
from games.core.errors import GameError
from games.core.rules import Mark
from games.learn.cards.picture import Card
from games.learn.cards.services import show_card
from games.text.wording import board_text, control_text


@require_safe
@cache_control(public=True, max_age=3_600)
def tournament_card(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what is played there, and when."""
    try:
        tournament = find(uid)
    except GameError as error:
        raise Http404 from error
    terms = board_text(tournament.ruleset)
    day = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    card = Card(
        ruleset=tournament.ruleset,
        first=Mark.X,
        cells=(),
        line=(),
        kicker=tournament.get_kind_display(),
        title=tournament.full_title,
        text=f"{terms}, {control_text(tournament.control)}. {day}",
    )
    return show_card(request, card)
