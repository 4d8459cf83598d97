"""What a player can do in an open room: functions that return something to await.

Each raises GameError, at once or when awaited, and changes nothing if the rules or the seat forbid
it; it fails with Unavailable if the database is away. Once it has succeeded, the change is durable
and everybody who watches has been told.
"""

from __future__ import annotations

from collections.abc import Awaitable

from django.conf import settings

from accounts.models import User
from games.core.clock import SECOND, Milliseconds
from games.core.errors import GameError
from games.core.events import Offer, Offering
from games.core.match import Match, Step
from games.core.rules import Cell, Mark
from games.live import roll_call
from games.live.actor import Decide, Events
from games.live.deferred import Deferred
from games.live.limits import OFFERS, enter
from games.live.room import Room
from games.live.seats import require_no_block, require_welcome, seat
from games.live.storage import database
from games.models import Game, utc_now
from games.play.game.leaving import leave_match
from games.play.game.series import accept_rematch, again
from games.play.notices import services as notices


def play(*, room: Room, player: User, ply: int, cell: Cell, id: str = "") -> Deferred[Events]:
    """Mark *cell* for *player* as the game's move number *ply*, counted from 0.

    The same command again, recognised by its *id*, succeeds, changes nothing and has no events.
    """

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.play(mark=seat(match, player.pk), ply=ply, cell=cell, now=now, id=id)

    def tell_turn(played: Deferred[Events]) -> None:
        if not played.error and played.result() and notices.is_turn_news(room):
            room.start_notice(notices.tell_turn(room, player))

    # Only once it is stored: a notice must not tell of a move that was lost.
    played = _submit(room, player, decide)
    played.on_settled(tell_turn)
    return played


def swap(*, room: Room, player: User) -> Deferred[Events]:
    """Take over the first mark instead of answering it, where the terms allow it."""

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.swap_sides(mark=seat(match, player.pk))

    return _submit(room, player, decide)


def resign(*, room: Room, player: User) -> Deferred[Events]:
    """Give the game to the other side. On one device, the side to move gives up."""

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.resign(mark=seat(match, player.pk), now=now)

    return _submit(room, player, decide)


async def claim(*, room: Room, player: User) -> None:
    """Win on the other player's turn, because that player has been away for a while."""

    def decide(match: Match, now: Milliseconds) -> Step:
        mark = seat(match, player.pk)
        claimed = match.claim(mark=mark, now=now)
        _require_absence(room, mark.other)
        return claimed

    decide(room.match, utc_now())  # if this refuses anyway, the other processes need not be asked
    await _require_absence_elsewhere(room, player)
    await _submit(room, player, decide)


def claim_draw(*, room: Room, player: User) -> Deferred[Events]:
    """End the game with a draw, on either side's turn, because no line is possible any more."""

    def decide(match: Match, now: Milliseconds) -> Step:
        seat(match, player.pk)
        return match.claim_draw(now=now)

    return _submit(room, player, decide)


def give_time(*, room: Room, player: User) -> Deferred[Events]:
    """Give the other player more time, in games with a clock between two people."""

    def decide(match: Match, now: Milliseconds) -> Step:
        mark = seat(match, player.pk)
        if not room.game.is_between_people:
            raise GameError("no_gifts")
        return match.give_time(mark=mark, now=now)

    return _submit(room, player, decide)


def abort(*, room: Room, player: User) -> Deferred[Events]:
    """End the game without a result, before both sides have moved."""

    def decide(match: Match, now: Milliseconds) -> Step:
        seat(match, player.pk)
        return match.abort(now=now)

    return _submit(room, player, decide)


def leave(*, room: Room, player: User) -> Deferred[Events]:
    """Leave the game in the way that is possible at the moment of the decision.

    Before anybody has joined, it is cancelled. Before both have moved, it is aborted, unless it is
    the second game of a round. Otherwise *player* resigns.
    """

    def decide(match: Match, now: Milliseconds) -> Step:
        if player.pk not in (room.game.creator_id, match.x_player, match.o_player):
            raise GameError("not_seated")
        return leave_match(match, player.pk, now)

    return _submit(room, player, decide)


def offer(*, room: Room, player: User, what: str, address: str = "") -> Awaitable[object]:
    """Offer a "draw", a "takeback", a "rematch", or "same_sides" (a rematch with the same marks).

    Offering what the other side already offers accepts it. On one device nobody is asked. The
    computer grants takebacks and rematches, and declines draws until nobody can win.
    The rematch, if one begins, counts towards the limit of *address*, where *player* comes from, if
    known.
    """
    offering = Offering(what)
    # Counted first, so that offers which are refused count, too.
    enter((OFFERS, player.pk))
    if offering.is_rematch:
        return _offer_rematch(room, player, offering, address)
    opponent_kind = room.game.opponent

    def decide(match: Match, now: Milliseconds) -> Step:
        return _offer(match, player.pk, offering, now, opponent_kind=opponent_kind)

    return _submit(room, player, decide)


def answer(
    *, room: Room, player: User, what: str, yes: bool, address: str = ""
) -> Awaitable[object]:
    """Accept or decline the other side's offer; yes=False also withdraws one's own.

    The rematch, if one begins, counts towards the limit of *address*, where *player* comes from, if
    known.
    """
    offering = Offering(what)
    if offering.is_rematch and yes:
        return accept_rematch(uid=room.game.uid, player=player, what=offering, address=address)

    def decide(match: Match, now: Milliseconds) -> Step:
        return match.answer_offer(mark=seat(match, player.pk), what=offering, yes=yes, now=now)

    return _submit(room, player, decide)


def _submit(room: Room, player: User, decide: Decide) -> Deferred[Events]:
    require_welcome(player)
    return room.submit(decide, actor_id=player.pk)


def _require_absence(room: Room, mark: Mark) -> None:
    """Refuse a claim unless *mark*'s player is away long enough, in a game where that counts.

    It counts between two people, except in correspondence games. Raises GameError: no_claims,
    not_left.
    """
    if not room.game.is_between_people or room.match.clock.control.per_move_ms:
        raise GameError("no_claims")
    absence = room.presence.absence(mark)
    if absence is None or absence < settings.CLAIM_AFTER_SECONDS * SECOND:
        raise GameError("not_left")


async def _require_absence_elsewhere(room: Room, player: User) -> None:
    """Refuse a claim unless all processes say that the other player has left.

    Raises GameError: not_left, presence_unknown.
    """
    if settings.PROCESSES == 1:
        return
    other = room.match.player(seat(room.match, player.pk).other)
    if other is None or await roll_call.is_anywhere(room.game.uid, other):
        raise GameError("not_left")


class _AlreadyOffered(Exception):
    """The other side has made the same offer, perhaps only just now."""


async def _offer_rematch(room: Room, player: User, what: Offering, address: str) -> None:
    uid = room.game.uid
    if room.game.is_of_round:
        raise GameError("part_of_round")
    if not room.game.is_between_people:
        await again(uid=uid, player=player, address=address)
        return
    other = room.match.player(seat(room.match, player.pk).other)
    # Asked beforehand: a decision is made on the event loop, and must not query the database.
    if other is not None:
        await database.run(require_no_block, other, player.pk)

    def decide(match: Match, now: Milliseconds) -> Step:
        if _is_offered(match, what, player.pk):
            raise _AlreadyOffered
        return match.make_offer(mark=seat(match, player.pk), what=what)

    try:
        await _submit(room, player, decide)
    except _AlreadyOffered:
        await accept_rematch(uid=uid, player=player, what=what, address=address)


def _is_offered(match: Match, what: Offering, player: int) -> bool:
    """Return whether the other side already offers *player* the same as *what*."""
    return match.offer == Offer(what, seat(match, player).other)


def _offer(
    match: Match, player: int, what: Offering, now: Milliseconds, *, opponent_kind: str
) -> Step:
    mark = seat(match, player)
    is_on_one_device = opponent_kind == Game.Opponent.DEVICE
    if what is Offering.TAKEBACK and is_on_one_device:
        return match.take_back(mark=mark.other, now=now)  # the last mover's, one ply
    if what is Offering.TAKEBACK and opponent_kind == Game.Opponent.COMPUTER:
        return match.take_back(mark=mark, now=now)
    if what is Offering.DRAW and opponent_kind == Game.Opponent.COMPUTER:
        if match.position.is_dead:
            return match.claim_draw(now=now)
        raise GameError("engine_plays_on")
    if not is_on_one_device and _is_offered(match, what, player):
        return match.answer_offer(mark=mark, what=what, yes=True, now=now)
    offered, made = match.make_offer(mark=mark, what=what)
    if not is_on_one_device:
        return offered, made
    # On one device both players are asked by asking one.
    agreed, accepted = offered.answer_offer(mark=mark.other, what=what, yes=True, now=now)
    return agreed, made + accepted
