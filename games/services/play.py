"""What a player does in a game.

Every verb raises GameError, changing nothing, if the rules or the seat forbid it, NotFound if
there is no such game, and Unavailable if the database is away; when it returns, what was done
is durable and everyone who watches has been told.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings

from accounts.models import User
from games.core.clock import SECOND, Milliseconds
from games.core.errors import GameError
from games.core.events import Offer, Offering
from games.core.match import Match, Step
from games.core.rules import Cell, Mark
from games.live import database, roll_call
from games.live.loading import KEEP_A_SCORE
from games.live.room import Decision, Room
from games.live.rooms import rooms
from games.live.utc import utc_now
from games.models import Game
from games.services import notices
from games.services.pace import OFFERS
from games.services.seats import require_no_block, require_welcome, seat
from games.services.series import accept_rematch, again

SECONDS_TO_WAIT_FOR_THE_ENGINE = 2.0


async def play(
    *, uid: str, player: User, ply: int, cell: Cell, id: str = "", wait_for_engine: bool = False
) -> bool:
    """Make *player*'s mark the game's move number *ply*; whether that was news.

    The same command again, told by its *id*, changes nothing and succeeds. With
    *wait_for_engine* the computer's answer is usually made, too, when this returns.
    """

    decide = _move(player, ply, cell, id)
    async with rooms().enter(uid) as room:
        is_news = await _carry_out(room, player, decide)
        if is_news:
            await notices.tell_turn(room, player)
        if wait_for_engine:
            await room.settled(seconds=SECONDS_TO_WAIT_FOR_THE_ENGINE)
    return is_news


def play_now(
    *,
    room: Room,
    player: User,
    ply: int,
    cell: Cell,
    id: str,
    then: Callable[[Exception | None], None],
) -> bool:
    """As `play`, but without a task, for a *room* that `can_decide_now`; whether that was news.

    News is kept and told a moment later; *then* is called after it, or with the error that
    `play` would have raised.
    """

    def told(error: Exception | None) -> None:
        if error is None and notices.is_turn_news(room):
            room.start(notices.tell_turn(room, player))
        then(error)

    require_welcome(player)
    return room.decide_now(_move(player, ply, cell, id), actor_id=player.pk, then=told)


def _move(player: User, ply: int, cell: Cell, id: str) -> Decision:
    def decide(match: Match, now: Milliseconds) -> Step:
        mark = seat(match, player.pk)
        return match.play(mark=mark, ply=ply, cell=cell, now=now, id=id)

    return decide


async def swap(*, uid: str, player: User) -> None:
    """Take over the first mark instead of answering it, where the terms allow it."""

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.swap_sides(mark=seat(match, player.pk))

    async with rooms().enter(uid) as room:
        await _carry_out(room, player, decide)


async def resign(*, uid: str, player: User) -> None:
    """Give the game to the other side; on one device, whoever's turn it is gives up."""

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.resign(mark=seat(match, player.pk), now=now)

    async with rooms().enter(uid) as room:
        await _carry_out(room, player, decide)


async def claim(*, uid: str, player: User) -> None:
    """Win because the other player has been away for a while, outside one's own turn."""

    async with rooms().enter(uid) as room:

        def decide(match: Match, now: Milliseconds) -> Step:
            mark = seat(match, player.pk)
            claimed = match.claim(mark=mark, now=now)
            _require_absence(room, mark.other)
            return claimed

        decide(room.match, utc_now())  # what is refused here anyway, the others are not asked
        await _require_absence_elsewhere(room, player)
        await _carry_out(room, player, decide)


async def claim_draw(*, uid: str, player: User) -> None:
    """End with a draw, on either side's turn, because nobody can complete a line any more."""

    def decide(match: Match, now: Milliseconds) -> Step:
        seat(match, player.pk)
        return match.claim_draw(now=now)

    async with rooms().enter(uid) as room:
        await _carry_out(room, player, decide)


async def give_time(*, uid: str, player: User) -> None:
    """Give the other player more time, in games with a clock between two people."""

    async with rooms().enter(uid) as room:

        def decide(match: Match, now: Milliseconds) -> Step:
            mark = seat(match, player.pk)
            if not room.game.is_between_people:
                raise GameError("no_gifts")
            return match.give_time(mark=mark, now=now)

        await _carry_out(room, player, decide)


async def abort(*, uid: str, player: User) -> None:
    """End the game without a result, before both sides have moved."""

    def decide(match: Match, now: Milliseconds) -> Step:
        seat(match, player.pk)
        return match.abort(now=now)

    async with rooms().enter(uid) as room:
        await _carry_out(room, player, decide)


async def offer(*, uid: str, player: User, what: str, address: str = "") -> None:
    """Offer a "draw", ask for a "takeback", or offer a "rematch", also with the "same_sides".

    Whoever offers what the other side offers accepts it. Nobody needs asking on one device, nor
    the computer for a takeback or a rematch; it declines draws until nobody can win any more.
    A game that comes of it counts for the *address* that *player* comes from, if that is known.
    """
    offering = Offering(what)
    OFFERS.enter(player.pk)
    async with rooms().enter(uid) as room:
        opponent = room.game.opponent
        if offering.is_rematch:
            await _offer_rematch(room, player, offering, address)
            return

        def decide(match: Match, now: Milliseconds) -> Step:
            return _offer(match, opponent, player.pk, offering, now)

        await _carry_out(room, player, decide)


async def answer(*, uid: str, player: User, what: str, yes: bool, address: str = "") -> None:
    """Accept or decline the other side's offer; yes=False also withdraws one's own.

    A game that comes of it counts for the *address* that *player* comes from, if that is known.
    """
    offering = Offering(what)
    if offering.is_rematch and yes:
        await accept_rematch(uid=uid, player=player, what=offering, address=address)
        return

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.answer_offer(mark=seat(match, player.pk), what=offering, yes=yes, now=now)

    async with rooms().enter(uid) as room:
        await _carry_out(room, player, decide)


async def _carry_out(room: Room, player: User, decide: Decision) -> bool:
    require_welcome(player)
    return bool(await room.carry_out(decide, actor_id=player.pk))


def _require_absence(room: Room, mark: Mark) -> None:
    """Raise GameError unless *mark*'s player has left, in a game that both sit at."""
    if room.game.opponent in KEEP_A_SCORE or room.match.clock.control.per_move_ms:
        raise GameError("no_claims")
    absence = room.presence.absence(mark)
    if absence is None or absence < settings.CLAIM_AFTER_SECONDS * SECOND:
        raise GameError("not_left")


async def _require_absence_elsewhere(room: Room, player: User) -> None:
    """Raise GameError unless every other process says that the other player has left."""
    if settings.PROCESSES == 1:
        return
    other = room.match.player(seat(room.match, player.pk).other)
    if other is None or await roll_call.is_anywhere(room.game.uid, other):
        raise GameError("not_left")


class _AlreadyOffered(Exception):
    """The other side has offered the same, perhaps in this moment."""


async def _offer_rematch(room: Room, player: User, what: Offering, address: str) -> None:
    uid = room.game.uid
    if room.game.opponent in KEEP_A_SCORE:
        await again(uid=uid, player=player, address=address)
        return
    other = room.match.player(seat(room.match, player.pk).other)
    await database.run(require_no_block, other, player.pk)

    def decide(match: Match, now: Milliseconds) -> Step:
        if _is_offered(match, what, player.pk):
            raise _AlreadyOffered
        return match.make_offer(mark=seat(match, player.pk), what=what)

    try:
        await _carry_out(room, player, decide)
    except _AlreadyOffered:
        await accept_rematch(uid=uid, player=player, what=what, address=address)


def _is_offered(match: Match, what: Offering, player: int) -> bool:
    """Whether the other side offers *player* just that."""
    return match.offer == Offer(what, seat(match, player).other)


def _offer(match: Match, opponent: str, player: int, what: Offering, now: Milliseconds) -> Step:
    mark = seat(match, player)
    is_on_one_device = opponent == Game.Opponent.DEVICE
    if what is Offering.TAKEBACK and is_on_one_device:
        return match.take_back(mark=mark.other, now=now)  # the last mover's, one ply
    if what is Offering.TAKEBACK and opponent == Game.Opponent.COMPUTER:
        return match.take_back(mark=mark, now=now)
    if what is Offering.DRAW and opponent == Game.Opponent.COMPUTER:
        if match.position.is_dead:
            return match.claim_draw(now=now)
        raise GameError("engine_plays_on")
    if not is_on_one_device and _is_offered(match, what, player):
        return match.answer_offer(mark=mark, what=what, yes=True, now=now)
    offered, made = match.make_offer(mark=mark, what=what)
    if not is_on_one_device:
        return offered, made
    agreed, accepted = offered.answer_offer(mark=mark.other, what=what, yes=True, now=now)
    return agreed, made + accepted
