"""What staff can do to a game. Every change is logged with before, after and reason."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from accounts.models import User
from games.compete.ratings.decisions import record
from games.core.errors import GameError
from games.core.events import Outcome
from games.live import announce
from games.live.actor import Decide
from games.live.room import Room
from games.live.rooms import rooms
from games.models import Game, StaffDecision
from games.play.notices.decisions import store_for_players
from games.play.notices.services import tell_what_waits

Kind = StaffDecision.Kind


async def adjudicate(
    *,
    uid: str,
    staff: User,
    outcome: str,
    reason: str,
    request_id: str = "",
    address: str = "",
) -> None:
    """Set the result to "x", "o" or "draw", or annul it with ""; also of a finished game.

    Both players are told. Raises GameError: not_staff, no_such_game, not_started.
    """
    decision = Outcome(outcome)
    await _carry_out(
        uid,
        staff,
        lambda match, now: match.adjudicate(outcome=decision, now=now),
        _Logged(Kind.RESULT, reason, {"outcome": outcome}, is_told=True),
        request_id=request_id,
        address=address,
    )


async def staff_abort(
    *, uid: str, staff: User, reason: str, request_id: str = "", address: str = ""
) -> None:
    """Call off an open game, or end an ongoing one without a result however far it has gone.

    Both players are told. Raises GameError: not_staff, no_such_game, game_over.
    """
    game = await _carry_out(
        uid,
        staff,
        lambda match, now: match.call_off(now=now),
        _Logged(Kind.GAME_OFF, reason, {}, is_told=True),
        request_id=request_id,
        address=address,
    )
    await announce.closed(game)


async def flag_for_review(
    *, uid: str, staff: User, on: bool, request_id: str = "", address: str = ""
) -> None:
    """Flag the game for review, or remove the flag.

    Raises GameError: not_staff, no_such_game.
    """
    await _carry_out(
        uid,
        staff,
        lambda match, now: match.flag(on=on),
        _Logged(Kind.FLAGGED, "", {"flagged": on}),
        request_id=request_id,
        address=address,
    )


@dataclass(frozen=True, slots=True)
class _Logged:
    """What the log of decisions is to say, and whether the players are told."""

    kind: StaffDecision.Kind
    reason: str
    after: dict[str, Any]
    is_told: bool = False

    def write(self, room: Room, staff: User, request_id: str) -> None:
        """Add the line, in the transaction in which the game is decided."""
        # Only the match follows what is played: the row is as it was read.
        game, match = room.game, room.match
        players = game.x_player, game.o_player
        decision = record(
            self.kind,
            staff=staff,
            reason=self.reason,
            uid=game.uid,
            before={"outcome": match.outcome, "termination": match.termination},
            after={**self.after, "x": game.x_player_id, "o": game.o_player_id},
            request_id=request_id,
        )
        if self.is_told:
            store_for_players(decision, players)


async def _carry_out(
    uid: str, staff: User, decide: Decide, logged: _Logged, *, request_id: str, address: str
) -> Game:
    if not (staff.is_staff and staff.is_active):
        raise GameError("not_staff")
    note = {"reason": logged.reason, "address": address} if logged.reason else {"address": address}
    async with rooms().enter(uid) as room:
        await room.submit(
            decide,
            actor_id=staff.pk,
            request_id=request_id,
            note=note,
            check=partial(logged.write, room, staff, request_id),
        )
        await room.notices_sent()
    # Other processes may have the game in memory, and have to read it again.
    await announce.changed(uid, room.match.version)
    if logged.is_told:
        for player in {room.game.x_player_id, room.game.o_player_id}:
            if player is not None:
                await tell_what_waits(player)
    return room.game
