"""Nobody waits alone: a game with the computer meanwhile, and what to do when somebody comes.

The open game stays in the lobby for as long as its creator has a page of the site open. Whoever
joins it is seated at once, and its creator is called; nobody loses if they do not come.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.core.clock import UNLIMITED, parse_time_control
from games.core.errors import GameError
from games.core.rules import Mark, Ruleset
from games.live import announce
from games.live.rooms import rooms
from games.live.seats import require_sight
from games.live.storage import database
from games.models import Game
from games.play.game.terms import Terms
from games.play.lobby.services import create_game

LEVEL = "rules"  # plays every board
TAKEN_UP_WITHIN = timedelta(hours=1)  # after it was begun


async def play_meanwhile(*, player: User, ruleset: Ruleset, address: str = "") -> Game:
    """Begin a casual game with the computer, or go on with one begun within TAKEN_UP_WITHIN.

    It has no clock: it can be left at any time, and taken up again. Raises what `create_game`
    raises.
    """
    if begun := await database.run(_find_begun, player, ruleset):
        return begun
    terms = Terms(
        ruleset=ruleset,
        opponent=Game.Opponent.COMPUTER.value,
        level=LEVEL,
        side=Mark.X,
        first=Mark.X,
        control=UNLIMITED,
    )
    return await create_game(creator=player, terms=terms, address=address)


async def not_now(*, uid: str, player: User, address: str = "") -> Game:
    """Call off the game *uid*, which has just begun, and wait for somebody else in a new one.

    Raises GameError: no_such_game, not_your_game, not_started, game_over, part_of_round,
    too_late_to_abort, and what `create_game` raises.
    """
    game = await stop_looking(uid=uid, player=player)
    terms = await database.run(_terms_of, game)
    return await create_game(creator=player, terms=terms, address=address)


async def stop_looking(*, uid: str, player: User) -> Game:
    """Call off the game *uid*, which has just begun, and wait for nobody any more.

    Raises GameError: no_such_game, not_your_game, not_started, game_over, part_of_round,
    too_late_to_abort.
    """
    async with rooms().enter(uid) as room:
        require_sight(room, player.pk)
        game = room.game
        if game.creator_id != player.pk or not game.is_in_lobby:
            raise GameError("not_your_game")
        await room.submit(lambda match, now: match.abort(now=now), actor_id=player.pk)
        version = room.match.version
    await announce.changed(uid, version)
    return game


def _find_begun(player: User, ruleset: Ruleset) -> Game | None:
    games = Game.objects.ongoing().filter(
        creator=player,
        opponent=Game.Opponent.COMPUTER,
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        setup=0,
        control="none",
        best_of=0,
        created_at__gt=timezone.now() - TAKEN_UP_WITHIN,
    )
    # By each seat, along its index: an OR would read all games that go on.
    found = [games.filter(**{seat: player}).first() for seat in ("x_player", "o_player")]
    return max((game for game in found if game), key=lambda game: game.pk, default=None)


def _terms_of(game: Game) -> Terms:
    # From the log: the seats that are taken now may have been given by chance.
    seated = game.events.get(version=0).data
    given = game.moves.filter(ply__lt=game.setup).order_by("ply").values_list("cell", flat=True)
    return Terms(
        ruleset=game.ruleset,
        side=next((mark.value for mark in Mark if seated[mark]), "either"),
        first=game.first,
        control=parse_time_control(game.control),
        takebacks=game.takebacks,
        swap=game.swap,
        best_of=game.best_of,
        setup=tuple(given),
        origin=game.origin,
        x_symbol=game.x_symbol,
        o_symbol=game.o_symbol,
        x_colour=game.x_colour,
        o_colour=game.o_colour,
    )
