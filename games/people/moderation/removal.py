"""Removes what nobody will come back to: games that nobody played, and guests who left nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from accounts.signin import sessions
from games.core.clock import MAX_DAYS
from games.core.errors import GameError
from games.live import announce
from games.live.rooms import rooms
from games.live.storage import database, downtime
from games.live.storage.database import log_errors
from games.live.waiting import gone_for_good
from games.models import Game, GameQuerySet, Move
from games.protocol.open_games import OPEN_FOR

GAMES_AT_ONCE = 100  # the caller repeats until nothing is left
DAY = timedelta(days=1)


async def remove_unplayed(*, now: datetime) -> int:
    """Remove games that nobody has joined, or no person moved in, for a day; return how many.

    Begun games with days per move have as long as one move may take. At most GAMES_AT_ONCE are
    removed in one call. Raises Unavailable.
    """
    return await _remove_all(_unplayed, now)


async def remove_left(*, now: datetime) -> int:
    """Remove open games whose creators have gone and did not come back; return how many.

    At most GAMES_AT_ONCE are removed in one call. Raises Unavailable.
    """
    return await _remove_all(gone_for_good, now)


async def _remove_all(games: Callable[[datetime], GameQuerySet], now: datetime) -> int:
    removed = 0
    for game in await database.run(_some, games, now):
        with log_errors("the game %s is not removed", game.uid):
            removed += await _remove(game, games, now)
    return removed


def _some(games: Callable[[datetime], GameQuerySet], now: datetime) -> list[Game]:
    downtime.heal_if_away()  # so that an outage that has just ended is known
    return list(games(now)[:GAMES_AT_ONCE])


async def _remove(game: Game, games: Callable[[datetime], GameQuerySet], now: datetime) -> bool:
    # Before *game* is gone, so that no earlier one leads to it.
    await _unlink(game)
    is_removed = await database.run(_delete, game, games, now)
    if is_removed:
        await announce.closed(game)
        await announce.removed(game.uid)
    return is_removed


async def remove_ended_sessions(*, now: datetime) -> int:
    """Remove some ended sessions, with the guests who left nothing behind; return how many.

    Raises Unavailable.
    """
    return await database.run(sessions.remove_ended_sessions, now=now)


def _unplayed(now: datetime) -> GameQuerySet:
    waiting = Q(status=Game.Status.OPEN, created_at__lt=now - OPEN_FOR)
    played = Move.objects.filter(game=OuterRef("pk"), ply__gte=OuterRef("setup"))
    people = played.exclude(player__kind=User.Kind.ENGINE)
    only_the_computer = Q(ply=F("setup") + 1) & ~Exists(people)
    begun = Q(status=Game.Status.ONGOING) & (Q(ply=F("setup")) | only_the_computer)
    quick = Q(started_at__lt=now - DAY) & ~Q(control__endswith="d")
    slow = Q()
    # One condition for each number of days, because the control is a text in the database.
    for days in range(1, MAX_DAYS + 1):
        slow |= Q(control=f"{days}d", started_at__lt=now - days * DAY)
    return Game.objects.filter(waiting | begun & (quick | slow)).order_by("pk")


async def _unlink(game: Game) -> None:
    """Let no earlier game lead to this one."""
    for uid in await database.run(lambda: list(_before(game).values_list("uid", flat=True))):
        try:
            async with rooms().enter(uid) as room:
                await room.submit(
                    lambda match, now: match.forget_next(next=game.uid), actor_id=None
                )
        except GameError:  # it cannot be read, or somebody has written or removed it meanwhile
            continue
        await announce.changed(uid, room.match.version)


def _before(game: Game) -> GameQuerySet:
    """Return the game that *game* follows, if any.

    They share their players, so it is looked for among the games of one of them, along an index.
    """
    if game.x_player_id is None or game.o_player_id is None:
        return Game.objects.none()
    return Game.objects.filter(
        Q(x_player=game.x_player_id) | Q(o_player=game.x_player_id), next_uid=game.uid
    )


def _delete(game: Game, games: Callable[[datetime], GameQuerySet], now: datetime) -> bool:
    """Delete *game*, unless it is none of these *games* any more: somebody has come or moved."""
    with transaction.atomic():
        # A move since then, also in another process, has raised the version.
        still = games(now).filter(pk=game.pk, version=game.version)
        found = still.select_for_update().first()
        if found:
            found.delete()
        return found is not None
