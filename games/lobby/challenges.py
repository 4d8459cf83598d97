"""Challenges: asking somebody for a game. Joining it accepts; declining gives a reason."""

from __future__ import annotations

from dataclasses import replace

from accounts.models import User
from games.core.errors import GameError
from games.live import database
from games.live.pace import CHALLENGES, enter_game
from games.live.rooms import rooms
from games.live.seats import require_no_block, require_sight, require_welcome
from games.models import Game
from games.notices import services as notices
from games.play.creation import create
from games.play.terms import Terms
from games.text.refusals import DECLINED


async def challenge(*, creator: User, invited: User, terms: Terms, address: str = "") -> Game:
    """Challenge *invited* to a game that nobody else can join; they are told at once.

    Raises GameError: banned, cannot_challenge, cannot_challenge_self, already_challenged,
    not_welcome, unblock_first, too_many_open, too_fast, and what `Terms.check` raises.
    """
    require_welcome(creator)
    CHALLENGES.enter(creator.pk)
    enter_game(creator.pk, address)
    terms = replace(terms, opponent=Game.Opponent.FRIEND, level="")  # so that it is not listed
    terms.check()
    game = await database.run(_create, creator, invited, terms)
    await notices.tell("challenge", game, invited)
    return game


async def decline(*, uid: str, player: User, reason: str = "no_thanks") -> None:
    """Decline a challenge, with a *reason* from DECLINED.

    Raises GameError: no_such_game, not_invited, bad_reason, already_started, game_over.
    """
    if reason not in DECLINED:
        raise GameError("bad_reason")
    async with rooms().enter(uid) as room:
        require_sight(room, player.pk)
        game = room.game
        if game.invited_id != player.pk:
            raise GameError("not_invited")
        await room.submit(
            lambda match, now: match.decline(now=now), actor_id=player.pk, note={"reason": reason}
        )
    await notices.tell("declined", game, game.creator, reason=reason)


def _create(creator: User, invited: User, terms: Terms) -> Game:
    _check(creator, invited)
    return create(creator, terms, invited)


def _check(creator: User, invited: User) -> None:
    if creator.pk == invited.pk:
        raise GameError("cannot_challenge_self")
    if invited.is_engine or invited.is_banned or not invited.is_active:
        raise GameError("cannot_challenge")
    require_no_block(invited.pk, creator.pk)
    if Game.objects.open().filter(invited=invited, creator=creator).exists():
        raise GameError("already_challenged")
