"""Challenges: asking somebody for a game. Joining it accepts; declining gives a reason."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.relations import kinds_between
from games.core.errors import GameError
from games.live.limits import (
    CHALLENGES,
    CHALLENGES_TO_BOTS,
    CHALLENGES_TO_PEOPLE,
    enter_game,
)
from games.live.rooms import rooms
from games.live.seats import require_no_block, require_sight, require_welcome
from games.live.storage import database
from games.models import Game, Lock
from games.play.game.bot_conditions import require_fit
from games.play.game.creation import create
from games.play.game.terms import Terms
from games.play.notices import services as notices
from games.text.refusals import DECLINED


async def challenge(*, creator: User, invited: User, terms: Terms, address: str = "") -> Game:
    """Challenge *invited* to a game that nobody else can join; they are told at once.

    The game must be one that the conditions of a bot, on either side, allow. A bot may challenge
    other bots, and of people only its owner and those who follow it.

    Raises GameError: banned, cannot_challenge, cannot_challenge_self, already_challenged,
    not_welcome, unblock_first, too_many_open, too_fast, not_followed, and what `Terms.check` and
    `require_fit` raise.
    """
    require_welcome(creator)
    terms = replace(terms, opponent=Game.Opponent.FRIEND, level="")  # so that it is not listed
    terms.check()
    game = await database.run(_create, creator, invited, terms, address)
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


@transaction.atomic
def _create(creator: User, invited: User, terms: Terms, address: str) -> Game:
    # Or the same challenge, sent to two processes at once, would be stored twice.
    Lock.hold("challenges")
    _check(creator, invited, terms)
    game = create(creator, terms, invited)
    # Last, so that what is refused for another reason does not count.
    _count(creator, invited, address)
    return game


def _count(creator: User, invited: User, address: str) -> None:
    """Count a challenge, which is a game as well. Raises TooFast, counting nothing."""
    limits = [CHALLENGES]
    if creator.is_bot:
        limits.append(CHALLENGES_TO_BOTS if invited.is_bot else CHALLENGES_TO_PEOPLE)
    enter_game(creator.pk, address, *limits)


def _check(creator: User, invited: User, terms: Terms) -> None:
    if creator.pk == invited.pk:
        raise GameError("cannot_challenge_self")
    if invited.is_engine or invited.is_banned or not invited.is_active:
        raise GameError("cannot_challenge")
    require_no_block(invited.pk, creator.pk)
    if Game.objects.open().filter(invited=invited, creator=creator).exists():
        raise GameError("already_challenged")
    _check_bots(creator, invited, terms)


def _check_bots(creator: User, invited: User, terms: Terms) -> None:
    require = partial(require_fit, ruleset=terms.ruleset, control=terms.control)
    if creator.is_bot:
        is_known = invited.is_bot or creator.owner_id == invited.pk
        if not is_known and "follow" not in kinds_between(invited, creator):
            raise GameError("not_followed")
        require(bot=creator, opponent=invited, is_asked=False)
    if invited.is_bot:
        require(bot=invited, opponent=creator)
