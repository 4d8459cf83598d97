"""Lists of games in pages."""

from __future__ import annotations

from django.core.paginator import Page, Paginator

from games.models import Game, GameQuerySet

GAMES_A_PAGE = 20


def page_of(games: GameQuerySet, number: object) -> Page[Game]:
    """One page of *games* with what a list shows: players and moves; three queries at most.

    *number* may be anything a browser sent: what is no page's number is the nearest page.
    """
    listed = games.with_players().prefetch_related("moves")
    return Paginator(listed, GAMES_A_PAGE).get_page(number)
