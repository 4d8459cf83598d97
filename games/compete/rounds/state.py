"""A round as the page of one of its games shows it."""

from __future__ import annotations

from typing import Literal, cast

from games.compete.ratings.pages.showing import ratings_of
from games.core.rules import Mark
from games.live.storage.loading import register_round_provider
from games.models import Game, RatingChange, Round
from games.protocol.messages import PoolName, RatingMove, RoundState, RoundStateName


@register_round_provider
def round_state(game: Game) -> RoundState | None:
    """Return the round of *game*, by its marks. Three queries at most."""
    found = Round.objects.select_related("tournament").filter(uid=game.series).first()
    if found is None:
        return None
    seats = {mark.value: game.player(mark) for mark in Mark}
    players = [user for user in seats.values() if user]
    ratings = ratings_of(players, found.pool) if found.pool else {}
    moves = _changes(found)
    halves = {mark: found.halves_of(user) or 0 for mark, user in seats.items() if user}
    return RoundState(
        uid=found.uid,
        number=1 if game.uid == found.uid else 2,
        pool=cast(PoolName | Literal[""], found.pool),
        state=cast(RoundStateName, found.shown_state),
        tournament=found.tournament.uid if found.tournament else "",
        ratings={
            mark: ratings[user.pk].text if user and user.pk in ratings else ""
            for mark, user in seats.items()
        },
        halves=halves if found.shown_state == Round.State.OVER else None,
        changes={mark: moves.get(user.pk) if user else None for mark, user in seats.items()},
    )


def _changes(found: Round) -> dict[int, RatingMove]:
    """Return what the round made of ratings, by user; nothing if it does not count."""
    if found.rated_at is None or found.annulled_at:
        return {}
    standing = RatingChange.objects.filter(round=found, undone_at=None)
    return {
        change.user_id: RatingMove(round(change.rating_before), round(change.rating_after))
        for change in standing
    }
