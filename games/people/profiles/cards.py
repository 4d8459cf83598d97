"""The picture of a player, which other sites show beside a link."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.core.rules import TIC_TAC_TOE, Mark
from games.learn.cards.picture import Card
from games.learn.cards.services import show_card
from games.learn.review.queries import ReviewedGame
from games.models import Game
from games.people.profiles import queries
from games.text.seat_names import name_of


@require_safe
@cache_control(public=True, max_age=3_600)
def profile_card(request: HttpRequest, name: str) -> HttpResponse:
    """Show the results of a player, and the last public game."""
    found = queries.profile_of(name)
    if found is None:
        raise Http404
    games = queries.profile_games_page(found.user).games
    last = games[0] if games else None
    results = found.results
    words = {"won": results.won, "drawn": results.drawn, "lost": results.lost}
    card = Card(
        ruleset=last.ruleset if last else TIC_TAC_TOE,
        first=Mark(last.first) if last else Mark.X,
        cells=last.cells if last else (),
        line=_line(last) if last else (),
        kicker=_("Player"),
        title=name_of(found.user),
        text=_("%(won)d won, %(drawn)d drawn, %(lost)d lost") % words if results.games else "",
    )
    return show_card(request, card)


def _line(game: Game) -> tuple[int, ...]:
    return ReviewedGame(game, tuple(game.cells), (), None).line
