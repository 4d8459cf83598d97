"""What the teacher does with a round robin, and how its games begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q, QuerySet

from games.compete.round_robin.chart import MAX_AT_ONCE, Meeting, meetings_of
from games.core.errors import GameError
from games.engine import LEVELS, UnknownLevel
from games.live.seats import require_welcome
from games.live.storage import database
from games.models import Game, Workshop, WorkshopGame, WorkshopPlayer
from games.play.game.creation import create_between, engine_account
from games.play.game.leaving import leave_all
from games.play.game.terms import Terms
from games.programs.workshops.round_robin.queries import (
    HALVES,
    chart_and_players,
    chart_of,
    members_of,
    paired,
)
from games.programs.workshops.services import call_off

MAX_PAIRED = 16  # players of a round robin: 240 games, and a table that fits on a wall


async def pair(*, workshop: Workshop, players: Iterable[int], levels: Iterable[str] = ()) -> int:
    """Let each two of the *players* play both seats, and each of them the computer's *levels*.

    Returns how many games are to come. What is left of an earlier round robin is dropped.
    Raises GameError: too_few_players, too_many_players, unknown_level.
    """
    count, uids = await database.run(_pair, workshop, list(players), list(levels))
    await call_off(uids)
    return count


@transaction.atomic
def _pair(workshop: Workshop, players: list[int], levels: list[str]) -> tuple[int, list[str]]:
    _hold(workshop)
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
    """Let *players* who came late play both seats against all; return how many games to come.

    Raises GameError: no_round_robin, nobody_late, too_many_players.
    """
    _hold(workshop)
    chart, before = chart_and_players(workshop.pk)
    if not chart.meetings:
        raise GameError("no_round_robin")
    known = {player.pk for player in before}
    late = [one for one in _pupils(workshop).filter(pk__in=list(players)) if one.pk not in known]
    if not late:
        raise GameError("nobody_late")
    new = {player.pk for player in late}
    pairs = [(x, o) for x, o in _pairs([*before, *late]) if {x.pk, o.pk} & new]
    return _store(workshop, pairs)


def _hold(workshop: Workshop) -> None:
    """Hold the workshop's row until the transaction ends, so that of two changes at once the later
    sees what the other has paired or begun.
    """
    # Without the key, so that what refers to the row may be stored meanwhile.
    Workshop.objects.select_for_update(no_key=True).get(pk=workshop.pk)


def _pupils(workshop: Workshop) -> QuerySet[WorkshopPlayer]:
    return workshop.players.filter(level="", is_removed=False)


def _pairs(players: Sequence[WorkshopPlayer]) -> list[tuple[WorkshopPlayer, WorkshopPlayer]]:
    """Return who meets whom, in their order: first all once, then the same with the seats changed.

    Raises GameError("too_many_players").
    """
    if len(players) > MAX_PAIRED:
        raise GameError("too_many_players")
    by_key = {player.user_id: player for player in players}
    turns = zip(*(meeting.games for meeting in meetings_of(members_of(players))), strict=True)
    return [(by_key[game.x], by_key[game.o]) for turn in turns for game in turn]


def _store(workshop: Workshop, pairs: Iterable[tuple[WorkshopPlayer, WorkshopPlayer]]) -> int:
    rows = [WorkshopGame(workshop=workshop, x=x, o=o) for x, o in pairs]
    return len(WorkshopGame.objects.bulk_create(rows))


def level_player(*, workshop: Workshop, level: str) -> WorkshopPlayer:
    """Return the computer's *level* as a player. A new one is asked every line of play, too.

    Raises UnknownLevel.
    """
    if level not in LEVELS:
        raise UnknownLevel
    account = engine_account(level)
    name = LEVELS[level].title
    # No pupil has a name with a colon.
    known = {
        "level": level,
        "name": name,
        "canonical": f"level:{level}",
        "verdict": WorkshopPlayer.Verdict.ASKING,
    }
    return workshop.players.get_or_create(user=account, defaults=known)[0]


def set_paused(*, workshop: Workshop, is_paused: bool) -> None:
    """Let no more games of the round robin begin, or let them begin again."""
    Workshop.objects.filter(pk=workshop.pk).update(is_paused=is_paused)


@transaction.atomic
def replay(*, workshop: Workshop, game: str) -> None:
    """Have the *game* of this uid played again; it stays, and no longer counts.

    Raises GameError: not_over, also for a game without a result, which is replayed by itself.
    """
    _hold(workshop)  # before its games, as pairing does: else each could wait for the other
    over = paired(workshop.pk).filter(game__uid=game, game__outcome__in=HALVES)
    pair = over.select_for_update(of=("self",)).first()
    if pair is None:
        raise GameError("not_over")
    WorkshopGame.objects.create(workshop=workshop, x=pair.x, o=pair.o)
    pair.x = pair.o = None
    pair.counts = False
    pair.save(update_fields=["x", "o", "counts"])


# Players that are removed, withdrawn, brought back.


async def remove(*, workshop: Workshop, player: int) -> None:
    """Send a player away, and take its games out of the round robin.

    Raises GameError("no_such_player").
    """
    removed, uids = await database.run(_remove, workshop, player)
    if not removed.level:
        await leave_all(user=removed.user)
    await call_off(uids)


@transaction.atomic
def _remove(workshop: Workshop, pk: int) -> tuple[WorkshopPlayer, list[str]]:
    _hold(workshop)  # a game that begins just now is stored by then, and called off
    player = _find(workshop, pk)
    uids = _drop(paired(workshop.pk).filter(Q(x=player) | Q(o=player)))
    player.is_removed = not player.level  # a level can be chosen again
    player.save(update_fields=["is_removed"])
    return player, uids


@transaction.atomic
def bring_back(*, workshop: Workshop, player: int) -> None:
    """Let a player that was withdrawn or removed play again.

    Raises GameError: no_such_player, not_away.
    """
    back, chart = _find(workshop, player), chart_of(workshop.pk)
    if not back.is_removed and back.user_id not in chart.withdrawn:
        raise GameError("not_away")
    # What it left before is forgiven: counting begins anew.
    back.is_removed, back.forgiven = False, chart.walkouts[back.user_id]
    back.save(update_fields=["is_removed", "forgiven"])


def _find(workshop: Workshop, pk: int) -> WorkshopPlayer:
    player = workshop.players.select_related("user").filter(pk=pk).first()
    if player is None:
        raise GameError("no_such_player")
    return player


# Its games.


async def begin_meeting(*, workshop_id: int, meeting: Meeting) -> str:
    """Make the game of *meeting*, which begins at once; return its uid.

    The game and its place in the table are stored together: whatever dies, there is never one
    without the other.
    Raises GameError: no_such_workshop if it has been closed, already_started if another process has
    begun it, removed if a player has been withdrawn meanwhile, too_many_games, banned.
    """
    return await database.run(_begin, workshop_id, meeting)


@transaction.atomic
def _begin(workshop_id: int, meeting: Meeting) -> str:
    # The workshop's row is held, so that two processes do not both find the last free place.
    held = Workshop.objects.open().select_for_update(of=("self",)).filter(pk=workshop_id)
    if held.first() is None:
        raise GameError("no_such_workshop")
    chart = chart_of(workshop_id)
    if meeting.pair & chart.withdrawn:
        raise GameError("removed")
    if meeting not in chart.unplayed:
        raise GameError("already_started")
    if len(chart.playing) >= MAX_AT_ONCE:
        raise GameError("too_many_games")
    pair = paired(workshop_id).select_related("x__user", "o__user").get(pk=meeting.key)
    x, o = pair.x, pair.o
    # They are paired together.
    assert x is not None
    assert o is not None
    for player in (x, o):
        require_welcome(player.user)
    pair.game = create_between(x.user, o.user, _terms(x.level or o.level))
    pair.save(update_fields=["game"])
    return pair.game.uid


def _terms(level: str) -> Terms:
    opponent = Game.Opponent.COMPUTER if level else Game.Opponent.FRIEND
    return Terms(opponent=opponent.value, level=level, side="x", first="x", takebacks=0)
