"""Creating, finding and joining games."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.core.clock import Milliseconds, gives_days, time_control_text
from games.core.errors import GameError
from games.core.match import Match, Step
from games.core.rules import Mark
from games.live import announce, waiting
from games.live.limits import enter_game
from games.live.rooms import rooms
from games.live.seats import require_no_block, require_sight, require_welcome
from games.live.storage import database
from games.models import Game, GameQuerySet, Lock
from games.play.game.bot_conditions import require_free, require_places
from games.play.game.creation import create
from games.play.game.terms import Terms
from games.play.notices import services as notices
from games.protocol.open_games import OPEN_FOR

JOIN_ATTEMPTS = 5  # because somebody else may take the seat first
PUT_OFF_FOR = timedelta(minutes=1)
NEWEST = 3  # games with each mark, among which `_put_off` looks for those called off


async def create_game(*, creator: User, terms: Terms, address: str = "") -> Game:
    """Create a game as *creator* wants it; the lobby is told if anyone may join.

    It also counts towards the limit of *address*, where *creator* comes from, if known.

    Raises GameError: banned, too_many_open, too_fast, the codes of `Terms.check`, and for bots
    people_only, bot_busy.
    """
    require_welcome(creator)
    terms.check()
    if creator.is_bot:
        await database.run(_check_bots_game, creator, terms)
    enter_game(creator.pk, address)
    game = await database.run(_create, creator, terms)
    await announce.opened(game)
    return game


async def join(*, uid: str, player: User) -> None:
    """Take the free seat of an open game.

    Raises GameError: no_such_game, banned, game_over, seat_taken, already_seated, not_invited,
    not_welcome, unblock_first, people_only, bot_busy, creator_away.
    """
    require_welcome(player)
    async with rooms().enter(uid) as room:
        require_sight(room, player.pk)
        creator = room.game.creator_id
        if room.game.invited_id not in (None, player.pk):
            raise GameError("not_invited")
        await database.run(_check_meeting, room.game, player)

        def decide(match: Match, now: Milliseconds) -> Step:
            return _take_free_seat(match, creator, player.pk, now)

        bots = [one for one in (room.game.creator, player) if one.is_bot]
        # In the transaction that seats them: a bot's last place may be asked for twice at once.
        check = partial(require_places, bots) if bots else None
        await room.submit(decide, actor_id=player.pk, check=check)
        game = room.game
        is_elsewhere = not (room.watchers.has(creator) or room.peers.have(creator))
    if not gives_days(game.control):
        await database.run(waiting.stop_seeking, creator, player.pk)
    await announce.closed(game)
    if game.invited_id:
        await notices.tell("accepted", game, game.creator)
    elif is_elsewhere:
        await notices.tell_joined(game, player)


async def join_random(*, player: User) -> Game:
    """Join a game somebody else opened in the lobby.

    Raises GameError: no_open_game, banned, people_only.
    """
    require_welcome(player)
    _require_no_bot(player)
    for game in await database.run(_candidates, player):
        try:
            await join(uid=game.uid, player=player)
            return game
        except GameError:  # somebody was faster
            continue
    raise GameError("no_open_game")


async def quick_match(*, player: User, terms: Terms, address: str = "") -> Game:
    """Join a waiting game of these terms, or open one and wait in it, as with `create_game`.

    Raises what `create_game` raises.
    """
    require_welcome(player)
    _require_no_bot(player)
    terms.check()
    passed_over: set[int] = set()
    # This ends, because each time one more game is passed over.
    while True:
        game, is_new = await database.run(_find_or_open, player, terms, address, passed_over)
        if is_new:
            await announce.opened(game)
        if game.creator_id == player.pk:
            return game
        try:
            await join(uid=game.uid, player=player)
            return game
        except GameError:  # somebody was faster
            passed_over.add(game.pk)


@transaction.atomic
def _find_or_open(
    player: User, terms: Terms, address: str, passed_over: set[int]
) -> tuple[Game, bool]:
    """Return a waiting game with these terms, own or not, else a new one, and whether it is new.

    One caller at a time does this, across all processes: of many who come at once, the first opens
    the game that the second joins.
    """
    Lock.hold(Lock.WAITING)
    ruleset = terms.ruleset
    alike = Game.objects.filter(
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        takebacks=terms.takebacks,
        swap=terms.swap,
        best_of=terms.best_of,
        control=time_control_text(terms.control),
    )
    # One's own first: whoever presses twice waits in one game, and does not meet themselves.
    own = alike.open().filter(opponent=Game.Opponent.ANYONE, creator=player).first()
    found = own or _waiting_for(player, alike).exclude(pk__in=passed_over).first()
    if own:
        Game.objects.filter(pk=own.pk).update(seen_at=timezone.now())
    if found:
        return found, False
    enter_game(player.pk, address)
    return create(player, terms), True


async def cancel(*, uid: str, player: User) -> None:
    """Call off a game that nobody has joined.

    Raises GameError: no_such_game, not_your_game, already_started, game_over.
    """
    async with rooms().enter(uid) as room:
        require_sight(room, player.pk)
        game = room.game
        if game.creator_id != player.pk:
            raise GameError("not_your_game")
        await room.submit(lambda match, now: match.cancel(now=now), actor_id=player.pk)
    await announce.closed(game)
    if game.invited:
        await notices.tell("withdrawn", game, game.invited)


@transaction.atomic
def _create(creator: User, terms: Terms) -> Game:
    game = create(creator, terms)
    if creator.is_bot:
        require_places([creator])
    return game


def _check_bots_game(bot: User, terms: Terms) -> None:
    if terms.opponent in (Game.Opponent.ANYONE, Game.Opponent.DEVICE):
        raise GameError("people_only")
    require_free(bot)


def _check_meeting(game: Game, player: User) -> None:
    """Raise GameError unless *player* may sit down with whoever has made *game*."""
    require_no_block(game.creator_id, player.pk)
    if game.opponent == Game.Opponent.ANYONE:
        _require_no_bot(player)
        waits = Game.objects.open().filter(pk=game.pk, invited=None).first()
        if waits and not waits.has_creator_here(timezone.now()):
            raise GameError("creator_away")
    for one in (game.creator, player):
        if one.is_bot:
            require_free(one)


def _require_no_bot(player: User) -> None:
    """Let only people wait in the lobby, where they wait for each other."""
    if player.is_bot:
        raise GameError("people_only")


def _take_free_seat(match: Match, creator: int, player: int, now: Milliseconds) -> Step:
    """Seat *player*; if both seats are free, chance gives the creator one of them first."""
    if player == creator:
        raise GameError("already_seated")
    free = [mark for mark in Mark if match.player(mark) is None]
    if match.termination or not free:
        return match.join(mark=Mark.X, player=player, now=now)  # refused, with the right code
    mark = secrets.choice(free)
    if len(free) == 1:
        return match.join(mark=mark, player=player, now=now)
    seated, first = match.join(mark=mark.other, player=creator, now=now)
    both, second = seated.join(mark=mark, player=player, now=now)
    return both, first + second


def _candidates(player: User) -> list[Game]:
    return list(_waiting_for(player, Game.objects.all())[:JOIN_ATTEMPTS])


def _waiting_for(player: User, games: GameQuerySet) -> GameQuerySet:
    """Return the *games* that *player* could join, the longest waiting first."""
    now = timezone.now()
    waiting = games.waiting(now).filter(created_at__gte=now - OPEN_FOR)
    others = waiting.exclude(creator=player).exclude(relations.is_kept_apart(player, "creator"))
    return others.exclude(creator__in=_put_off(player, now)).order_by("created_at")


def _put_off(player: User, now: datetime) -> set[int]:
    """Return the others whose games with *player* were called off within PUT_OFF_FOR.

    *player* is not brought together with them again so soon, whichever of the two created the game
    or did not play.
    """
    others: set[int] = set()
    for mark, games in Game.objects.of_by_seat(player).items():
        newest = games.values_list(f"{mark.other}_player", "termination", "ended_at")
        for other, termination, ended_at in newest.order_by("-id")[:NEWEST]:
            is_recent = ended_at is not None and ended_at > now - PUT_OFF_FOR
            if termination == Game.Termination.ABORT and is_recent:
                others.add(other)
    return others - {player.pk}
