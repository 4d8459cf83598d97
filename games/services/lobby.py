"""Creating, finding and joining games."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.core.clock import Clock, Milliseconds, parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.match import Match, Step
from games.core.rules import Mark
from games.engine import LEVELS
from games.live import database
from games.live.loading import NotFound
from games.live.rooms import rooms
from games.models import Event, Game, GameQuerySet
from games.rows import OPEN_FOR
from games.services import announce
from games.services.seats import require_welcome
from games.services.terms import Terms

OPEN_GAMES_A_USER = 10
JOIN_ATTEMPTS = 5
KEEP_A_SCORE = (Game.Opponent.COMPUTER, Game.Opponent.DEVICE)
TERMS_OF_A_SERIES = (
    *("m", "n", "k", "opponent", "level", "control", "creator", "x_player", "o_player"),
    *("x_symbol", "o_symbol", "x_colour", "o_colour", "x_name", "o_name"),
)


async def create_game(*, creator: User, terms: Terms) -> Game:
    """Create a game as *creator* wants it; the lobby hears of it if anyone may join.

    Raises GameError: banned, too_many_open, unknown_level, level_unsupported.
    """
    require_welcome(creator)
    terms.check()
    game = await database.run(_create, creator, terms)
    await announce.opened(game)
    return game


async def join(*, uid: str, player: User) -> None:
    """Take the free seat of an open game.

    Raises GameError: no_such_game, banned, game_over, seat_taken, already_seated, not_welcome,
    unblock_first.
    """
    require_welcome(player)
    async with rooms().enter(uid) as room:
        creator = room.game.creator_id
        await database.run(_require_no_block, creator, player.pk)

        def decide(match: Match, now: Milliseconds) -> Step:
            return _take_free_seat(match, creator, player.pk, now)

        await room.carry_out(decide, actor_id=player.pk)
    await announce.closed(uid)


async def join_random(*, player: User) -> Game:
    """Join a game somebody else opened in the lobby. Raises GameError: no_open_game, banned."""
    game = await _join_one_of(player, Game.objects.all())
    if game is None:
        raise GameError("no_open_game")
    return game


async def quick_match(*, player: User, terms: Terms) -> Game:
    """Join a waiting game of these terms, or open one and wait in it.

    Raises what `create_game` raises.
    """
    ruleset = terms.ruleset
    alike = Game.objects.filter(
        m=ruleset.m, n=ruleset.n, k=ruleset.k, control=time_control_text(terms.control)
    )
    waiting = await database.run(
        alike.open().filter(opponent=Game.Opponent.ANYONE, creator=player).first
    )
    if waiting:
        return waiting
    return await _join_one_of(player, alike) or await create_game(creator=player, terms=terms)


async def cancel(*, uid: str, player: User) -> None:
    """Call off a game that nobody has joined.

    Raises GameError: no_such_game, not_your_game, already_started, game_over.
    """
    async with rooms().enter(uid) as room:
        if room.game.creator_id != player.pk:
            raise GameError("not_your_game")
        await room.carry_out(lambda match, now: match.cancel(now=now), actor_id=player.pk)
    await announce.closed(uid)


async def again(*, uid: str, player: User, reset: bool = False) -> Game:
    """The next game of a series against the computer or on one device; the other side begins.

    Pressed twice it gives the same game. With *reset* the score begins anew.
    Raises GameError: no_such_game, not_seated, not_over.
    """
    require_welcome(player)
    return await database.run(_create_next, uid, player, reset)


def engine_account(level: str) -> User:
    """The account of the engine's *level*, made when it is first needed."""
    title = LEVELS[level].title
    found = User.objects.filter(username=title, kind=User.Kind.ENGINE).first()
    return found or User.objects.create_user(title, kind=User.Kind.ENGINE)


def _require_no_block(creator: int, player: int) -> None:
    """Raise GameError if one has blocked the other; the one who is blocked is not told so."""
    if relations.has_blocked(creator, player):
        raise GameError("not_welcome")
    if relations.has_blocked(player, creator):
        raise GameError("unblock_first")


def _take_free_seat(match: Match, creator: int, player: int, now: Milliseconds) -> Step:
    """Seat *player*, and first the creator if both seats are free: then chance decides."""
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


async def _join_one_of(player: User, games: GameQuerySet) -> Game | None:
    require_welcome(player)
    recent = timezone.now() - OPEN_FOR
    waiting = games.open().filter(opponent=Game.Opponent.ANYONE, created_at__gte=recent)
    others = waiting.exclude(creator=player).exclude(relations.is_kept_apart(player, "creator"))
    candidates = others.order_by("created_at")[:JOIN_ATTEMPTS]
    for game in await database.run(list, candidates):
        try:
            await join(uid=game.uid, player=player)
            return game
        except GameError:  # somebody was faster
            continue
    return None


@transaction.atomic
def _create(creator: User, terms: Terms) -> Game:
    if Game.objects.open().filter(creator=creator).count() >= OPEN_GAMES_A_USER:
        raise GameError("too_many_open")
    game = Game(
        m=terms.ruleset.m,
        n=terms.ruleset.n,
        k=terms.ruleset.k,
        opponent=terms.opponent,
        level=terms.level if terms.opponent == Game.Opponent.COMPUTER else "",
        first=terms.first_mark().value,
        control=time_control_text(terms.control),
        x_symbol=terms.x_symbol,
        o_symbol=terms.o_symbol,
        x_colour=terms.x_colour,
        o_colour=terms.o_colour,
        x_name=terms.x_name,
        o_name=terms.o_name,
        creator=creator,
    )
    game.series = game.uid
    _seat_first_players(game, terms)
    return _insert(game)


def _seat_first_players(game: Game, terms: Terms) -> None:
    creator, opponent = game.creator, Game.Opponent(game.opponent)
    if opponent is Game.Opponent.DEVICE:
        game.x_player = game.o_player = creator
    elif opponent is Game.Opponent.COMPUTER:
        side = terms.side_mark()
        game.set_player(side, creator)
        game.set_player(side.other, engine_account(game.level))
    elif terms.side != "either":
        game.set_player(terms.side_mark(), creator)


@transaction.atomic
def _create_next(uid: str, player: User, reset: bool) -> Game:
    last = Game.objects.with_players().filter(uid=uid).first()
    if last is None:
        raise NotFound
    if not last.marks_of(player) or last.opponent not in KEEP_A_SCORE:
        raise GameError("not_seated")
    if last.status != Game.Status.FINISHED:
        raise GameError("not_over")
    later = Game.objects.ongoing().filter(series=last.series, id__gt=last.pk).first()
    return later or _insert(_next_in_series(last, reset))


def _next_in_series(last: Game, reset: bool) -> Game:
    game = Game(
        **{name: getattr(last, name) for name in TERMS_OF_A_SERIES},
        first=Mark(last.first).other.value,
    )
    game.series = game.uid if reset else last.series
    return game


def _insert(game: Game) -> Game:
    """Store a new game and the first line of its log."""
    now = timezone.now()
    if game.x_player and game.o_player:
        game.status, game.started_at = Game.Status.ONGOING, now
    clock = Clock.fresh(parse_time_control(game.control))
    if not clock.control.is_unlimited:
        game.x_ms, game.o_ms = clock.x_ms, clock.o_ms
    game.save(force_insert=True)
    seats = {"x": game.x_player_id, "o": game.o_player_id}
    Event.objects.create(
        game=game, version=0, kind=Event.Kind.CREATED, actor=game.creator, at=now, data=seats
    )
    return game
