"""A round goes on when its game ends, stays with a guest who signs in, and is told with its games.

Whoever's account closes looks for nobody any more.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.compete.ratings.pages.showing import ratings_of
from games.compete.rounds import seeks, services
from games.core.rules import Mark
from games.live.room import Room, game_decided
from games.live.storage.loading import register_round_provider
from games.models import Game, RatingChange, Round
from games.protocol.messages import PoolName, RatingMove, RoundState, RoundStateName


@receiver(game_decided)
def go_on_with_the_round(room: Room, **kwargs: Any) -> None:
    if room.game.is_of_round:
        room.start_notice(services.go_on(room.game.series))


@receiver(guest_claimed)
def give_the_guests_rounds(guest: User, user: User, **kwargs: Any) -> None:
    """Give *user* all but those against *user*: nobody should play both sides of a round."""
    Round.objects.filter(first=guest).exclude(second=user).update(first=user)
    Round.objects.filter(second=guest).exclude(first=user).update(second=user)
    Round.objects.filter(left_by=guest).of(user).update(left_by=user)


@receiver(account_closing)
def stop_looking_for_opponents(user: User, **kwargs: Any) -> None:
    """End the search of *user*, before `games.play.game.receivers` leaves the games: receivers are
    told in the order of their modules. So a round that begins at the same moment is left, too.
    """
    seeks.close(user=user)


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
