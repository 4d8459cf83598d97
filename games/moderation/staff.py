"""What staff can do to a game. Every change is logged with before, after and reason."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.core.errors import GameError
from games.core.events import Outcome
from games.live import announce
from games.live.actor import Decide
from games.live.rooms import rooms
from games.models import Game


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

    Raises GameError: not_staff, no_such_game, not_started.
    """
    decision = Outcome(outcome)
    await _carry_out(
        uid,
        staff,
        lambda match, now: match.adjudicate(outcome=decision, now=now),
        request_id=request_id,
        note={"reason": reason, "address": address},
    )


async def staff_abort(
    *, uid: str, staff: User, reason: str, request_id: str = "", address: str = ""
) -> None:
    """Call off an open game, or end an ongoing one without a result however far it has gone.

    Raises GameError: not_staff, no_such_game, game_over.
    """
    game = await _carry_out(
        uid,
        staff,
        lambda match, now: match.call_off(now=now),
        request_id=request_id,
        note={"reason": reason, "address": address},
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
        request_id=request_id,
        note={"address": address},
    )


async def _carry_out(
    uid: str, staff: User, decide: Decide, *, request_id: str, note: dict[str, Any]
) -> Game:
    if not (staff.is_staff and staff.is_active):
        raise GameError("not_staff")
    async with rooms().enter(uid) as room:
        await room.submit(decide, actor_id=staff.pk, request_id=request_id, note=note)
        await room.notices_sent()
    # Other processes may have the game in memory, and have to read it again.
    await announce.changed(uid, room.match.version)
    return room.game
