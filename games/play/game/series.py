"""One game after another between the same two players."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from accounts.models import User
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import Offering
from games.core.match import Match, Step
from games.live.actor import Decide
from games.live.limits import enter_game
from games.live.rooms import rooms
from games.live.seats import require_no_block, require_welcome, seat
from games.live.storage import database
from games.live.storage.loading import NotFound
from games.models import Game
from games.play.game.bot_conditions import require_places
from games.play.game.creation import create_following


async def again(*, uid: str, player: User, reset: bool = False, address: str = "") -> Game:
    """Begin the next game of a series against the computer or on one device, and return it.

    The other mark begins, unless the series goes on from a position. Called twice, or for an
    earlier game of the series, it returns the game that is being played. With *reset* the score
    begins anew. A new game counts for the *address* that *player* comes from, too, if known.
    Raises GameError: banned, no_such_game, not_seated, part_of_round, not_over, too_fast, bot_busy.
    """
    require_welcome(player)
    last = await database.run(_last_of_series, uid)
    if not last.marks_of(player) or last.is_between_people:
        raise GameError("not_seated")
    if last.is_of_round:
        raise GameError("part_of_round")
    if last.status != Game.Status.FINISHED:
        if last.uid == uid:
            raise GameError("not_over")
        return last

    def follow(next: str) -> Decide:
        return lambda match, now: match.continue_with(next=next)

    return await _go_on(
        last.uid, player, follow, address=address, change_sides=False, new_score=reset
    )


async def accept_rematch(*, uid: str, player: User, what: Offering, address: str = "") -> Game:
    """Accept the game that the other side offers after this one. It counts as with `again`.

    Raises GameError: banned, no_such_game, not_seated, not_started, not_over, already_continued,
    no_such_offer, own_offer, not_welcome, unblock_first, too_fast, bot_busy.
    """
    require_welcome(player)

    def accept(next: str) -> Decide:
        def decide(match: Match, now: Milliseconds) -> Step:
            mark = seat(match, player.pk)
            return match.answer_offer(mark=mark, what=what, yes=True, now=now, next=next)

        return decide

    change_sides = what is Offering.REMATCH
    return await _go_on(uid, player, accept, address=address, change_sides=change_sides)


async def _go_on(
    uid: str,
    player: User,
    follow: Callable[[str], Decide],
    *,
    address: str,
    change_sides: bool,
    new_score: bool = False,
) -> Game:
    """Create the next game, then name it in the game *uid*.

    In this order nobody is sent to a missing game. If the process dies between the two, a game is
    left that nobody plays in.
    """
    async with rooms().enter(uid) as room:
        follow("")(room.match, 0)  # refused before anything is written
        # Only what is going to be made counts: a second press on the button costs nothing.
        enter_game(player.pk, address)
        game = await database.run(
            _create, uid, player, change_sides=change_sides, new_score=new_score
        )
        try:
            events = await room.submit(follow(game.uid), actor_id=player.pk)
        # A game that nothing leads to must not stay behind.
        except GameError:
            await database.run(game.delete)
            raise
        if not events:  # another call was faster
            await database.run(game.delete)
            return await database.run(_game, room.match.next)
        return game


@transaction.atomic
def _create(uid: str, player: User, *, change_sides: bool, new_score: bool) -> Game:
    game = create_following(uid, change_sides=change_sides, new_score=new_score)
    players = {player.pk: player for player in (game.x_player, game.o_player) if player}
    if game.is_between_people:
        for other in players.keys() - {player.pk}:
            _require_offer_of(players[other], player)
    # After it is made, for the bots' places are counted with it.
    if bots := [player for player in players.values() if player.is_bot]:
        require_places(bots)
    return game


def _require_offer_of(other: User, player: User) -> None:
    """Refuse an offer of *other*'s to *player* that no longer holds.

    Raises GameError: no_such_offer, not_welcome, unblock_first.
    """
    if other.is_banned or not other.is_active:
        raise GameError("no_such_offer")
    require_no_block(other.pk, player.pk)


def _last_of_series(uid: str) -> Game:
    """Return the latest game of the series of *uid*, even if the score was reset in between."""
    game = Game.objects.filter(series=_game(uid).series).with_players().latest("id")
    # A reset of the score begins another series, to which only this name leads.
    while game.next_uid:
        game = _game(game.next_uid)
    return game


def _game(uid: str) -> Game:
    game = Game.objects.with_players().filter(uid=uid).first()
    if game is None:
        raise NotFound
    return game
