"""Rounds: they begin, go on from the first game to the second, and are settled.

All of a round is in the database, and `go_on` brings it up to date from wherever it stands, so
whoever notices first may call it, again and again: the room in which a game has ended, or upkeep,
which finds what a process that died has left.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import User
from games.compete.ratings import services as ratings
from games.core import series
from games.core.clock import Milliseconds, TimeControl, parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.match import Match, Step
from games.core.rules import Cell, Mark, Ruleset
from games.core.series import GAMES_OF_ROUND
from games.core.symmetry import symmetries
from games.engine import LEVELS
from games.engine.openings.balanced import book
from games.live import announce
from games.live.cluster import processes
from games.live.rooms import rooms
from games.live.storage import database, downtime
from games.live.storage.database import log_errors
from games.live.storage.loading import round_of
from games.models import Event, Game, Outage, Round, RoundQuerySet, Tournament, milliseconds
from games.play.game.bot_conditions import require_places
from games.play.game.creation import create_between
from games.play.game.terms import Terms
from games.play.notices.services import tell_begun, tell_what_waits

TIME_TO_BEGIN = timedelta(milliseconds=series.TIME_TO_BEGIN)
AT_ONCE = 100  # rounds that one look finds
# *round* is over, called off, or has another result than before. Sent in the transaction in which
# that is stored, so that what follows from it is stored with it.
round_ended = Signal()
CALLED_OFF = (Game.Termination.ABORT, Game.Termination.CANCELLED, Game.Termination.ANNULLED)


@transaction.atomic
def begin(
    *,
    first: User,
    second: User,
    ruleset: Ruleset,
    control: TimeControl,
    pool: str = "",
    tournament: Tournament | None = None,
    networks: tuple[str, str] = ("", ""),
) -> Round:
    """Begin a round between *first*, who has X in its first game, and *second*.

    It counts for ratings if it has a *pool*. *networks* are the pseudonyms of where both come from.
    Raises GameError: bot_busy.
    """
    round = Round(
        pool=pool,
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        control=time_control_text(control),
        opening=list(_drawn_opening(ruleset)),
        first=first,
        second=second,
        tournament=tournament,
        first_network=networks[0],
        second_network=networks[1],
    )
    round.first_game = create_between(first, second, _terms(round))
    round.uid = round.first_game.uid
    # After the game is made, which counts as well: of two rounds at once the second is refused.
    if bots := [player for player in round.players if player.is_bot]:
        require_places(bots)
    round.save(force_insert=True)
    return round


def _drawn_opening(ruleset: Ruleset) -> tuple[Cell, ...]:
    """Return an even opening by chance, perhaps turned or mirrored; no marks if none is known."""
    known = book(ruleset)
    if not known:
        return ()
    symmetry = secrets.choice(symmetries(ruleset))
    return tuple(symmetry[cell] for cell in secrets.choice(known))


async def go_on(uid: str) -> None:
    """Bring the round *uid* up to date with its games: begin the second one, or settle it.

    Nothing happens if it is up to date. Raises GameError: no_such_round; and Unavailable.
    """
    round = await database.run(advance, uid)
    first, second = round.first_game, round.second_game
    # By the first game's room, so not in the transaction that made the second game.
    if first and second and not first.next_uid:
        await _lead_on(first.uid, second.uid)
        await tell_players(round)
    if round.state != Round.State.GOING:
        await _show_end(round)


async def _show_end(round: Round) -> None:
    """Have whoever looks at a game of *round*, here or in another process, hear what became
    of it.
    """
    for game in round.games:
        now = await database.run(round_of, game)
        if game == round.game or rooms().find_open(game.uid):
            async with rooms().enter(game.uid) as room:
                # Unless its room was opened after that, and so has read it.
                if room.round != now:
                    await room.reread()
        await announce.changed(game.uid, game.version, now)


async def tell_players(round: Round, *, called: Collection[User] = ()) -> None:
    """Tell both players, wherever they are, what waits: a game of the *round*, or a notice.

    Those who are *called* are led to its first game, from whatever page.
    """
    for player in round.players:
        if not player.is_engine:
            await tell_what_waits(player.pk)
    for player in called:
        opponent = round.second if player == round.first else round.first
        await tell_begun(round.game, player, opponent)


async def _lead_on(uid: str, next: str) -> None:
    """Have the game *uid* name the *next* one, so that its pages go there."""
    async with rooms().enter(uid) as room:
        await room.submit(lambda match, now: match.continue_with(next=next), actor_id=None)
    await announce.changed(uid, room.match.version)


async def go_on_with_all() -> None:
    """Bring rounds up to date that a dead process has left, or whose games staff decided anew.

    One that fails does not hold up the others. Raises Unavailable.
    """
    for uid in await database.run(_behind):
        with log_errors("the round %s does not go on", uid):
            await go_on(uid)


async def forfeit_unbegun(*, now: datetime) -> None:
    """End the games of rounds in which somebody has not come to make their first move.

    One that fails does not hold up the others. Raises Unavailable.
    """
    for uid in await database.run(_unbegun, now):
        with log_errors("the unbegun game %s is not forfeited", uid):
            await _forfeit(uid, now)


async def _forfeit(uid: str, now: datetime) -> None:
    try:
        async with rooms().enter(uid) as room:
            if room.engine_plays(room.match.turn):  # it moves, because the room is open
                return
            await room.submit(_forfeit_at(now), actor_id=None)
    except GameError:  # the move has come
        return
    await announce.changed(uid, room.match.version)


def _forfeit_at(now: datetime) -> Callable[[Match, Milliseconds], Step]:
    def decide(match: Match, moment: Milliseconds) -> Step:
        since = match.moves[-1].at if match.ply > match.setup else match.started_at
        # Asked again in the mailbox: the move may have come since the database was asked.
        if milliseconds(now - TIME_TO_BEGIN) < since:
            return match, ()
        return match.forfeit(now=moment)

    return decide


@transaction.atomic
def advance(uid: str) -> Round:
    """Do what `go_on` does in the database; return the round as it then stands.

    Raises GameError: no_such_round.
    """
    # Locked before its games are read: a result that they get later marks it as behind again.
    if Round.objects.select_for_update().filter(uid=uid).first() is None:
        raise GameError("no_such_round")
    round = Round.objects.with_players_and_games().get(uid=uid)
    if is_decided := round.is_behind:
        round.is_behind = False
        round.save(update_fields=["is_behind"])
    if round.state == Round.State.GOING:
        _follow(round, round.game)
    elif round.is_over:
        _correct(round, is_decided=is_decided)
    return round


def _follow(round: Round, game: Game) -> None:
    """Do what the end of *game*, the last one of the *round*, asks for."""
    if game.status != Game.Status.FINISHED:
        return
    if off := [game for game in round.games if game.termination in CALLED_OFF]:
        round.left_by = _called_off_by(round, off[0])
        _end(round, Round.State.OFF)
        return
    if game.termination == Game.Termination.ABANDONED:
        round.left_by = game.player(Mark(game.outcome).other)
    elif round.second_game is None:
        round.second_game = create_between(
            round.second, round.first, _terms(round), series=round.uid
        )
        round.save(update_fields=["second_game"])
        return
    round.halves = half_points(round)
    _end(round, Round.State.OVER)


def _called_off_by(round: Round, game: Game) -> User | None:
    """Return the player who ended *game* without a result; None if staff did, or annulled it."""
    ends = game.events.filter(kind__in=(Event.Kind.ENDED, Event.Kind.ADJUDICATED))
    actor = ends.order_by("-version").values_list("actor", flat=True).first()
    return next((player for player in round.players if player.pk == actor), None)


def half_points(round: Round) -> int:
    """Return the half points of the first player: whoever left loses the games that are
    not played.
    """
    played = sum(round.halves_of_game(game) for game in round.games)
    unplayed = GAMES_OF_ROUND - len(round.games)
    return played + (2 * unplayed if round.left_by_id == round.second_id else 0)


def _end(round: Round, state: Round.State) -> None:
    round.state, round.over_at = state, timezone.now()
    if state == Round.State.OVER:
        # In the same transaction as the state, so that no round is over and not yet rated.
        ratings.rate(round=round)
    round.save()
    round_ended.send(sender=Round, round=round)


def _correct(round: Round, *, is_decided: bool) -> None:
    """Correct the round if staff have given a game another result, or none, since it was settled.

    A round without one of its games counts no more, until that has a result again. A game that
    staff have decided is rated as played, whatever its result was: *is_decided* says that one is.
    """
    if any(game.termination == Game.Termination.ANNULLED for game in round.games):
        if round.annulled_at is None:
            round = ratings.annul(uid=round.uid, by=None, reason="A game of it was annulled.")
            round_ended.send(sender=Round, round=round)
        return
    corrected = half_points(round) != round.halves
    if corrected:
        round.halves = half_points(round)
        round.save(update_fields=["halves"])
    if round.rated_at and (corrected or is_decided):
        ratings.rerate(round=round)
    if restored := round.annulled_at is not None and round.annulled_by_id is None:
        reason = "The annulled game has a result again."
        round = ratings.restore(uid=round.uid, by=None, reason=reason)
    if corrected or restored:
        round_ended.send(sender=Round, round=round)


def _terms(round: Round) -> Terms:
    engine = next((player for player in round.players if player.is_engine), None)
    kind = Game.Opponent.COMPUTER if engine else Game.Opponent.ANYONE
    return Terms(
        ruleset=round.ruleset,
        opponent=kind.value,
        level=level_of(engine) if engine else "",
        control=parse_time_control(round.control),
        takebacks=0,
        best_of=GAMES_OF_ROUND,
        setup=round.setup,
    )


def level_of(engine: User) -> str:
    """Return the name of the level that plays as *engine*."""
    return next(level.name for level in LEVELS.values() if level.title == engine.username)


def _behind() -> list[str]:
    """Return the uids of rounds that are not up to date: those that go on, then the others."""
    over = Q(second_game=None, first_game__status=Game.Status.FINISHED)
    settled = Q(second_game__status=Game.Status.FINISHED)
    # The first game's pages are not led to the second yet.
    unnamed = Q(second_game__isnull=False, first_game__next_uid="")
    going = Round.objects.going().filter(over | settled | unnamed)
    corrected = Round.objects.filter(is_behind=True)
    return [uid for rounds in (going, corrected) for uid in _oldest(rounds)]


def _oldest(rounds: RoundQuerySet) -> QuerySet[Round, str]:
    return rounds.order_by("pk").values_list("uid", flat=True)[:AT_ONCE]


def _unbegun(now: datetime) -> list[str]:
    """Return the uids of the games of rounds in which a player's first move is overdue."""
    downtime.heal_if_away()  # an outage that has just ended is known from then on
    long_ago = now - TIME_TO_BEGIN
    if processes.here.silent() or Outage.objects.filter(ended_at__gt=long_ago).exists():
        return []  # whoever was cut off gets the whole time again
    first, second = (_has_not_begun(game, long_ago) for game in ("first_game", "second_game"))
    rounds = Round.objects.going().filter(Q(first, second_game=None) | second)
    return list(rounds.values_list(Coalesce("second_game__uid", "uid"), flat=True)[:AT_ONCE])


def _has_not_begun(game: str, long_ago: datetime) -> Q:
    """Return the condition that a side has not moved in a *game* that began before *long_ago*."""
    return Q(
        **{
            f"{game}__status": Game.Status.ONGOING,
            f"{game}__started_at__lt": long_ago,
            f"{game}__ply__lt": F(f"{game}__setup") + 2,
        }
    )
