"""What the teacher does with a round robin, and how its games begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q, QuerySet

from games.core.errors import GameError
from games.core.round_robin import both_seats
from games.engine import LEVELS, UnknownLevel
from games.live import announce
from games.live.rooms import rooms
from games.live.seats import require_welcome
from games.live.storage import database
from games.models import Game, Workshop, WorkshopGame, WorkshopPlayer
from games.play.game.creation import create_between, engine_account
from games.play.game.leaving import leave_all
from games.play.game.terms import Terms
from games.programs.workshops.round_robin.queries import (
    UNPLAYED,
    Pairing,
    being_played,
    crashes,
    paired,
    withdrawn,
)

MAX_PAIRED_PLAYERS = 16  # players of a round robin: 240 games, and a table that fits on a wall
MAX_AT_ONCE = 4  # games: as many as the wall shows, so that a class can follow each

Shown = WorkshopPlayer.Verdict


async def pair(*, workshop: Workshop, players: Iterable[int], levels: Iterable[str] = ()) -> int:
    """Let each two of the *players* play both seats, and each of them the computer's *levels*.

    Returns how many games are to come. What is left of an earlier round robin is dropped.
    Raises GameError: too_few_players, too_many_players, unknown_level.
    """
    count, uids = await database.run(_pair, workshop, list(players), list(levels))
    for uid in uids:
        await _call_off(uid)
    return count


@transaction.atomic
def _pair(workshop: Workshop, players: list[int], levels: list[str]) -> tuple[int, list[str]]:
    computers = [level_player(workshop=workshop, level=level) for level in dict.fromkeys(levels)]
    chosen = list(_pupils(workshop).filter(pk__in=players))
    pairs = _pairs([*computers, *chosen])
    if not pairs:
        raise GameError("too_few_players")
    uids = _drop(paired(workshop.pk))
    workshop.players.update(forgiven=0)
    Workshop.objects.filter(pk=workshop.pk).update(is_paused=False)
    return _store(workshop, pairs), uids


def _drop(games: QuerySet[WorkshopGame]) -> list[str]:
    """Take *games* out of the round robin; they stay games of the workshop. Return the uids of
    those that go on, which are to be called off."""
    going_on = games.filter(game__status=Game.Status.ONGOING)
    uids = list(going_on.values_list("game__uid", flat=True))
    games.filter(game=None).delete()
    games.update(x=None, o=None)
    return uids


@transaction.atomic
def add(*, workshop: Workshop, players: Iterable[int]) -> int:
    """Let *players* who came late play both seats against all; return how many games that are.

    Raises GameError: no_round_robin, nobody_late, too_many_players.
    """
    before = _playing(workshop)
    if not before:
        raise GameError("no_round_robin")
    known = {player.pk for player in before}
    late = [one for one in _pupils(workshop).filter(pk__in=list(players)) if one.pk not in known]
    if not late:
        raise GameError("nobody_late")
    new = {player.pk for player in late}
    pairs = [(x, o) for x, o in _pairs([*before, *late]) if {x.pk, o.pk} & new]
    return _store(workshop, pairs)


def _pupils(workshop: Workshop) -> QuerySet[WorkshopPlayer]:
    return workshop.players.filter(level="", is_removed=False)


def _playing(workshop: Workshop) -> list[WorkshopPlayer]:
    """Those of the round robin, the computer's levels first."""
    pairs = paired(workshop.pk).values_list("x", "o")
    found = workshop.players.filter(pk__in={pk for pair in pairs for pk in pair})
    return sorted(found, key=place_in_table)


def place_in_table(player: WorkshopPlayer) -> tuple[int, int]:
    """The key by which players stand in a table: the computer's levels, then as they came."""
    level = LEVELS.get(player.level)
    return (level.number, 0) if level else (len(LEVELS) + 1, player.pk)


def _pairs(players: Sequence[WorkshopPlayer]) -> list[tuple[WorkshopPlayer, WorkshopPlayer]]:
    """Who meets whom, in their order. The computer's levels do not meet: the class asks whom it
    beats itself. Raises GameError("too_many_players")."""
    if len(players) > MAX_PAIRED_PLAYERS:
        raise GameError("too_many_players")
    return [(x, o) for x, o in both_seats(players) if not (x.level and o.level)]


def _store(workshop: Workshop, pairs: Iterable[tuple[WorkshopPlayer, WorkshopPlayer]]) -> int:
    rows = [WorkshopGame(workshop=workshop, x=x, o=o) for x, o in pairs]
    return len(WorkshopGame.objects.bulk_create(rows))


def level_player(*, workshop: Workshop, level: str) -> WorkshopPlayer:
    """The computer's *level* as a player, made at the first time; every line of play is asked of
    it, too. Raises UnknownLevel."""
    if level not in LEVELS:
        raise UnknownLevel
    account = engine_account(level)
    name = LEVELS[level].title
    # No pupil has a name with a colon.
    known = {"level": level, "name": name, "canonical": f"level:{level}", "verdict": Shown.ASKING}
    return workshop.players.get_or_create(user=account, defaults=known)[0]


def set_paused(*, workshop: Workshop, is_paused: bool) -> None:
    """Let no more games of the round robin begin, or let them begin again."""
    Workshop.objects.filter(pk=workshop.pk).update(is_paused=is_paused)


@transaction.atomic
def replay(*, workshop: Workshop, game: str) -> None:
    """Have the *game* of this uid played again; it stays, and no longer counts.

    Raises GameError: not_over, also if it has no result and is played again anyway.
    """
    over = paired(workshop.pk).filter(game__uid=game, game__status=Game.Status.FINISHED)
    pair = over.exclude(UNPLAYED).select_for_update(of=("self",)).first()
    if pair is None:
        raise GameError("not_over")
    WorkshopGame.objects.create(workshop=workshop, x=pair.x, o=pair.o)
    pair.x = pair.o = None
    pair.counts = False
    pair.save(update_fields=["x", "o", "counts"])


# Players that are removed, withdrawn, brought back.


async def remove(*, workshop: Workshop, player: int) -> None:
    """Send a player away for good, with its games in the round robin.

    Raises GameError("no_such_player").
    """
    removed, uids = await database.run(_remove, workshop, player)
    if not removed.level:
        await leave_all(user=removed.user)
    for uid in uids:
        await _call_off(uid)


@transaction.atomic
def _remove(workshop: Workshop, pk: int) -> tuple[WorkshopPlayer, list[str]]:
    player = _find(workshop, pk)
    uids = _drop(paired(workshop.pk).filter(Q(x=player) | Q(o=player)))
    player.is_removed = not player.level  # a level can be chosen again
    player.save(update_fields=["is_removed"])
    return player, uids


async def _call_off(uid: str) -> None:
    async with rooms().enter(uid) as room:
        try:
            await room.submit(lambda match, now: match.call_off(now=now), actor_id=None)
        except GameError:  # it ended meanwhile
            return
    await announce.changed(uid, room.match.version)


@transaction.atomic
def bring_back(*, workshop: Workshop, player: int) -> None:
    """Let a player that was withdrawn or removed play again.

    Raises GameError: no_such_player, not_away.
    """
    back = _find(workshop, player)
    if not back.is_removed and back.pk not in withdrawn(workshop.pk):
        raise GameError("not_away")
    # What it left before is forgiven: counting begins anew.
    back.is_removed, back.forgiven = False, crashes(workshop.pk)[back.pk]
    back.save(update_fields=["is_removed", "forgiven"])


def _find(workshop: Workshop, pk: int) -> WorkshopPlayer:
    player = workshop.players.select_related("user").filter(pk=pk).first()
    if player is None:
        raise GameError("no_such_player")
    return player


# Its games.


async def begin_pairing(*, pairing: Pairing) -> str:
    """Make the game of *pairing*, which begins at once; return its uid.

    The game and its place in the table are stored together, so whatever dies, neither is lost.
    Raises GameError: already_started if another process has begun it, removed if a player has
    been withdrawn meanwhile, too_many_games, banned.
    """
    for seat in (pairing.x, pairing.o):
        require_welcome(seat.user)
    return await database.run(_begin, pairing)


@transaction.atomic
def _begin(pairing: Pairing) -> str:
    # The workshop's row is held, so that two processes do not both find the last free place.
    workshop = Workshop.objects.select_for_update().get(games=pairing.pk)
    pair = paired(workshop.pk).filter(UNPLAYED, pk=pairing.pk).first()
    if pair is None:
        raise GameError("already_started")
    if {pair.x_id, pair.o_id} & withdrawn(workshop.pk):
        raise GameError("removed")
    if being_played(workshop.pk).count() >= MAX_AT_ONCE:
        raise GameError("too_many_games")
    pair.game = create_between(pairing.x.user, pairing.o.user, _terms(pairing))
    pair.save(update_fields=["game"])
    return pair.game.uid


def _terms(pairing: Pairing) -> Terms:
    opponent = Game.Opponent.COMPUTER if pairing.level else Game.Opponent.FRIEND
    return Terms(opponent=opponent.value, level=pairing.level, side="x", first="x", takebacks=0)
